//! The program `xiaochu`. Everything is in the library's `cli`.

fn main() -> std::process::ExitCode {
    xiaochu::cli::main()
}
