//! Makes the JavaScript and TypeScript side of a WebAssembly build: `qaissa-bindgen FILE.wasm FOLDER`. What the program
//! `wasm-bindgen` does, but always of the version that the lock file has.

use std::{env, process::ExitCode};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file, folder] = arguments.as_slice() else {
        eprintln!("usage: qaissa-bindgen FILE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(file)
        .typescript(true)
        .remove_name_section(true)
        .omit_default_module_path(false)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
