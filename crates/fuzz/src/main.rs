//! `seeds FOLDER` writes what each target begins with, into a folder for each.

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).expect("a folder"));
    for (name, _, seeds) in sito_fuzz::targets() {
        let place = folder.join(name);
        std::fs::create_dir_all(&place)?;
        for (number, seed) in seeds.iter().enumerate() {
            std::fs::write(place.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
