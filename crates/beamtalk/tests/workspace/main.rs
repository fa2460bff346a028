//! Workspaces from outside: the command, real nodes, and what goes wrong with them.

mod faults;
mod home;
mod lifecycle;
mod opening;
mod security;
mod starting;
