//! Parsing by example.
