//! The web app is part of the program: it is built again when the app was.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
