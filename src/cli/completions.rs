//! `bmcplan completions`: scripts that complete the command line in a shell, and man pages.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, ValueEnum as _, value_parser};
use clap_complete::{Generator as _, Shell};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::exit::Exit;
use super::failure::Failure;
use super::shared_args::{arg_in_full, with_examples};
use super::{files, output};

const ABOUT: &str = "Print a script that completes this command in a shell, or a man page";

const EXAMPLES: &str = "\
  bmcplan completions bash > ~/.local/share/bash-completion/completions/bmcplan
  bmcplan completions fish --output ~/.config/fish/completions
  bmcplan completions zsh --output ~/.zfunc
  bmcplan completions man --output ~/.local/share/man/man1";

const MAN: &str = "man";

pub(crate) fn command() -> Command {
    let shells = Shell::value_variants().iter().map(ToString::to_string).chain([MAN.to_owned()]);
    let what = Arg::new("shell").value_name("SHELL|man").required(true);
    let what = what.value_parser(PossibleValuesParser::new(shells)).help("The shell, or man for man pages");
    let output = Arg::new("output").short('o').long("output").value_name("DIR");
    let output = output.value_parser(value_parser!(PathBuf));
    let output = output.help("Write into this directory, under the usual names");
    with_examples(Command::new("completions").about(ABOUT).args([what, output]), EXAMPLES)
}

pub(crate) fn run(matches: &ArgMatches, mut program: Command) -> Result<Exit, Failure> {
    let folder = matches.get_one::<PathBuf>("output");
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(Failure::Usage(format!("--output {}: there is no such directory", folder.display())));
    }
    let shell = matches.get_one::<String>("shell").and_then(|name| name.parse::<Shell>().ok());
    let Some(shell) = shell else { return man_pages(program, folder.map(PathBuf::as_path)) };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, "bmcplan", &mut script);
    match folder {
        Some(folder) => write(&folder.join(shell.file_name("bmcplan")), &script),
        None => output::print(&String::from_utf8_lossy(&script)),
    }
}

fn man_pages(mut program: Command, folder: Option<&Path>) -> Result<Exit, Failure> {
    program.build();
    let program_page = page(program.clone())? + &exit_status();
    let Some(folder) = folder else { return output::print(&program_page) };
    let is_page = |command: &&Command| command.get_name() != "help" && !command.is_hide_set();
    for command in program.get_subcommands().filter(is_page) {
        let name = format!("bmcplan-{}", command.get_name());
        write(&folder.join(format!("{name}.1")), page(command.clone().name(name))?.as_bytes())?;
    }
    write(&folder.join("bmcplan.1"), program_page.as_bytes())
}

fn page(command: Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    let rendered = Man::new(command.mut_args(arg_in_full)).render(&mut page);
    rendered.map_err(|error| Failure::Bug(format!("no man page: {error}")))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

fn exit_status() -> String {
    let mut section = Roff::new();
    section.control("SH", ["EXIT STATUS"]);
    for (exit, meaning) in Exit::MEANINGS {
        section.control("TP", []).text([bold(exit.code().to_string())]).text([roman(meaning)]);
    }
    section.to_roff()
}

fn write(path: &Path, text: &[u8]) -> Result<Exit, Failure> {
    files::write(path, text).map(|()| Exit::Solved)
}
