//! Lists the class library's sources, so that they are part of the program.
//!
//! In goes the folder `stdlib/src`, which may be empty or missing; out comes a Rust
//! file with the name and text of each source, in the order of the names.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let folder = here.join("../../stdlib/src");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut out = String::from("&[\n");
    for source in sources(&folder)? {
        let name = source.file_name().unwrap_or_default().to_string_lossy();
        let path = source.canonicalize()?;
        out += &format!("    ({name:?}, include_str!({:?})),\n", path.to_string_lossy());
    }
    out += "]\n";
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(target.join("stdlib_sources.rs"), out)
}

fn sources(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "bt") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
