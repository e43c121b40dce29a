//! Packages of their own that depend on the library by path, each built by a cargo of its own with the
//! versions that are locked here.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod guide;
mod moves;
mod outside;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Package(PathBuf);

impl Package {
    /// An empty one. In its manifest, `{library}` stands for the path to the library.
    fn new(name: &str, manifest: &str) -> Package {
        let library = Path::new(env!("CARGO_MANIFEST_DIR"));
        let package = Package(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        package.write("Cargo.toml", &manifest.replace("{library}", library.to_str().unwrap()));
        package.write("Cargo.lock", &fs::read_to_string(library.join("Cargo.lock")).unwrap());
        package
    }

    fn write(&self, file: &str, text: &str) {
        let place = self.0.join(file);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, text).unwrap();
    }

    /// What it prints. It has to be done without an error.
    fn cargo(&self, args: &[&str]) -> String {
        let (ran, said) = self.run(args);
        assert!(ran.status.success(), "{said}\n{}", String::from_utf8_lossy(&ran.stderr));
        said
    }

    fn run(&self, args: &[&str]) -> (Output, String) {
        let ran = Command::new(env!("CARGO"))
            .args(args)
            .args(["--quiet", "--offline"])
            .current_dir(&self.0)
            .env("CARGO_TARGET_DIR", self.0.with_file_name("packages"))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        (ran, said)
    }
}
