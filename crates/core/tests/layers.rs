//! The layers of the crate: which module may import which.
//!
//! Each folder has a list of its modules from the ground up. A module may import those above it in
//! the list only; the modules of one entry may import each other. `mod.rs` may import all modules of
//! its folder. To add a folder, add its list to [`LAYERS`].

use std::collections::BTreeMap;
use std::path::Path;

/// For each folder, the modules from the ground up; modules in one entry are one layer, and may
/// import each other.
const LAYERS: &[(&str, &[&[&str]])] = &[
    (
        "",
        &[
            &["code"],
            &["hash"],
            &["bits"],
            &["simd"],
            &["threads"],
            &["own"],
            &["feedback"],
            &["rules"],
            &["space"],
            &["tree"],
            &["sieve"],
            &["sampler"],
            &["answers"],
            &["look_ahead"],
            &["repairs"],
            &["exact"],
            &["pegs"],
            &["jugs"],
        ],
    ),
    (
        "sieve",
        &[
            &["numbers"],
            &["planes"],
            &["word"],
            &["kernel"],
            &["count"],
            &["position_lines"],
            &["positions"],
            &["tiles"],
            &["clauses"],
            &["knowledge"],
        ],
    ),
    (
        "look_ahead",
        &[
            &["metric"],
            &["budget"],
            &["history_symmetry"],
            &["guess_symmetry"],
            &["moves"],
            &["best"],
            &["collect"],
            &["top_list"],
            &["shares"],
            &["code_bits"],
            &["vector"],
            &["bit_tables"],
            &["prepared"],
            &["cell_counts"],
            &["vector_scan"],
            &["vector_scores"],
            &["compare"],
            &["rank_vectors"],
            &["vectors"],
            &["one_by_one"],
            &["tiled"],
            &["with_lies"],
            &["choose"],
            &["rank"],
            &["local_search"],
            &["build"],
        ],
    ),
    (
        "repairs",
        &[
            &["turn"],
            &["agreement"],
            &["hitting_set"],
            &["clash"],
            &["groups"],
            &["best"],
        ],
    ),
    (
        "exact",
        &[
            &["cost"],
            &["memory"],
            &["problem"],
            &["watch"],
            &["kernels"],
            &["matrix"],
            &["symmetry"],
            &["bounds"],
            &["game"],
            &["partition"],
            &["kernel_tests"],
            &["search"],
            &["tree"],
            &["best_tree"],
            &["minimise"],
            &["weighed"],
            &["driver"],
            &["prices"],
            &["certificate"],
            &["wide"],
            &["lies"],
            &["words"],
            &["solve"],
            &["positions"],
            &["every_first"],
        ],
    ),
    (
        "exact::matrix",
        &[&["fill"], &["counted"], &["by_position"]],
    ),
    ("exact::weighed", &[&["rank", "search"]]),
    (
        "exact::words",
        &[
            &["columns"],
            &["position"],
            &["setting"],
            &["cells"],
            &["rank", "searcher"],
            &["root"],
            &["run"],
        ],
    ),
    (
        "exact::certificate",
        &[
            &["size_bound"],
            &["output"],
            &["remembered"],
            &["looks"],
            &["second_look"],
            &["reasoner", "choose"],
            &["writer"],
        ],
    ),
    (
        "exact::wide",
        &[&["cells"], &["search", "small"], &["solve"]],
    ),
    (
        "exact::lies",
        &[
            &["state"],
            &["bounds"],
            &["game"],
            &["memo"],
            &["weigh"],
            &["search"],
            &["solve"],
        ],
    ),
    (
        "exact::kernels",
        &[
            &["lines"],
            &["labels"],
            &["vector"],
            &["distinct"],
            &["greatest"],
            &["batch"],
            &["names"],
            &["sums"],
            &["wide"],
            &["popular"],
            &["passes"],
        ],
    ),
    (
        "exact::memory",
        &[
            &["table"],
            &["journal"],
            &["canonical"],
            &["canonical_tests"],
        ],
    ),
    (
        "exact::symmetry",
        &[&["arrangements", "fixings", "renamings"]],
    ),
    (
        // Between the recursive modules, from `branch_and_bound` on, calls go round: a set needs
        // the costs of its guesses and a guess those of its cells.
        "exact::search",
        &[
            &["question"],
            &["fingerprints"],
            &["cell_table"],
            &["promise"],
            &["scratch"],
            &["context", "columns"],
            &["searcher", "among_fewest", "shortlist"],
            &["weighing"],
            &["masks"],
            &["endgame"],
            &["ranking"],
            &["reach"],
            &["parallel"],
            &["branch_and_bound"],
            &["small", "prices"],
            &["root", "root_order"],
            &["by_promise"],
            &["stepwise"],
            &["opened"],
        ],
    ),
    (
        "pegs",
        &[
            &["board"],
            &["group"],
            &["level"],
            &["expand"],
            &["side"],
            &["paths"],
            &["winning"],
            &["search"],
            &["solutions"],
        ],
    ),
    ("jugs", &[&["packed"]]),
];

/// An import: the path of the module that has it and that of what it names, both from the crate's
/// root.
type Import = (Vec<String>, Vec<String>);

/// The names of the parts of a path like `look_ahead::build`.
fn path(text: &str) -> Vec<String> {
    let parts = text.split("::").filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

/// The imports of a source file outside of its tests: `use` declarations and paths in the code that
/// begin with `crate::` or `super::`.
fn imports(module: &[String], source: &str) -> Vec<Import> {
    let code: String = source
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default()
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join(" ");
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for (start, _) in code
        .match_indices("crate::")
        .chain(code.match_indices("super::"))
    {
        let before = &code[..start];
        if before.ends_with("::") || before.ends_with(is_name) {
            continue; // A part of a longer path, or of a longer name.
        }
        let mut rest = &code[start..];
        let mut base: Vec<String> = module.to_vec();
        if let Some(after) = rest.strip_prefix("crate::") {
            base.clear();
            rest = after;
        }
        while let Some(after) = rest.strip_prefix("super::") {
            base.pop();
            rest = after;
        }
        for tail in tails(rest) {
            found.push((module.to_vec(), [base.clone(), path(&tail)].concat()));
        }
    }
    found
}

/// The paths that a path with braces stands for: `{a::b, c}` is `a::b` and `c`.
fn tails(text: &str) -> Vec<String> {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
    let (head, rest) = text.split_at(end.unwrap_or(text.len()));
    let Some(inside) = rest.strip_prefix('{') else {
        return vec![head.to_owned()];
    };
    let (mut depth, mut start) = (0, 0);
    let mut found = Vec::new();
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                let part = inside[start..at].trim();
                found.extend(tails(part).into_iter().map(|tail| format!("{head}{tail}")));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    found
}

/// What is wrong with some imports.
fn faults(layers: &[(&str, &[&[&str]])], imports: &[Import]) -> Vec<String> {
    let mut faults = Vec::new();
    for (from, to) in imports {
        let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        // A module may use what it has itself, and what is not a module of its folder.
        let (Some(user), Some(used)) = (from.get(shared), to.get(shared)) else {
            continue;
        };
        let folder = from[..shared].join("::");
        let Some((_, order)) = layers.iter().find(|(name, _)| *name == folder) else {
            continue;
        };
        let layer = |name: &str| order.iter().position(|layer| layer.contains(&name));
        match (layer(user), layer(used)) {
            (Some(user_layer), Some(used_layer)) if used_layer > user_layer => {
                faults.push(format!("{} imports {}", from.join("::"), to.join("::")));
            }
            (None, _) => faults.push(format!("{folder}::{user} is in no layer")),
            _ => {}
        }
    }
    faults
}

/// Every source file of the crate by the path of its module.
fn sources(folder: &Path, module: &[String], found: &mut BTreeMap<Vec<String>, String>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry of the folder").path();
        let name = path.file_stem().and_then(|name| name.to_str());
        let name = name.expect("a name in UTF-8").to_owned();
        let inside = [module, std::slice::from_ref(&name)].concat();
        if path.is_dir() {
            sources(&path, &inside, found);
        } else if name != "tests" {
            let source = std::fs::read_to_string(&path).expect("a source file");
            let is_root = ["mod", "lib"].contains(&name.as_str());
            let module = if is_root { module.to_vec() } else { inside };
            found.insert(module, source);
        }
    }
}

#[test]
fn arrows_run_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = BTreeMap::new();
    sources(&root, &[], &mut files);
    let imports: Vec<Import> = files
        .iter()
        .flat_map(|(module, source)| imports(module, source))
        .collect();
    assert!(imports.len() > 100);
    assert_eq!(faults(LAYERS, &imports), Vec::<String>::new());
    for (folder, order) in LAYERS {
        let folder = path(folder);
        let listed: Vec<&str> = order.iter().copied().flatten().copied().collect();
        for module in files.keys().filter(|module| module.starts_with(&folder)) {
            if let Some(name) = module.get(folder.len()) {
                assert!(listed.contains(&name.as_str()), "{module:?} is in no layer");
            }
        }
        for name in listed {
            let module = [&folder[..], &path(name)].concat();
            assert!(files.contains_key(&module), "there is no {module:?}");
        }
    }
}

#[test]
fn an_import_that_is_turned_round_is_found() {
    let search = path("pegs::search");
    let winning = path("pegs::winning");
    let right = imports(&search, "use super::winning::{Moves, Winning};\n");
    assert_eq!(right.len(), 2);
    assert_eq!(faults(LAYERS, &right), Vec::<String>::new());
    for turned in [
        "use super::search::Search;\n",
        "use super::{board::Board, search::{Progress, Search}};\n",
        "use crate::pegs::search;\n",
        "fn f(search: &super::search::Search) {}\n",
        "use super::{\n    group::Group,\n    search::Search,\n};\n",
    ] {
        let found = faults(LAYERS, &imports(&winning, turned));
        assert!(!found.is_empty(), "{turned}");
        let of_search = |fault: &String| fault.starts_with("pegs::winning imports pegs::search");
        assert!(found.iter().all(of_search), "{found:?}");
    }
    let folders = imports(&path("sieve::numbers"), "use crate::look_ahead::Budget;\n");
    assert_eq!(
        faults(LAYERS, &folders),
        ["sieve::numbers imports look_ahead::Budget"]
    );
    let commented = imports(&winning, "// use super::search::Search;\n");
    assert_eq!(commented, []);
    let tested = imports(
        &winning,
        "#[cfg(test)]\nmod tests {\n    use super::super::search;\n}\n",
    );
    assert_eq!(tested, []);
}

#[test]
fn a_module_of_no_layer_is_found() {
    let unknown = imports(&path("pegs::clever"), "use super::board::Board;\n");
    assert_eq!(faults(LAYERS, &unknown), ["pegs::clever is in no layer"]);
}
