//! The compiler's port as a running system meets it: the real program, real frames.

mod client;
mod commands;
mod damage;
mod lanes;
mod live;
mod modules;
mod settings;
mod vocabulary;
