//! The one format in which trees are passed to Python.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::tree::Node;

/// The packed nodes of a tree, and how many secrets it finds with 1, 2, 3 ... guesses.
pub type NativeTree<'py> = (Bound<'py, PyBytes>, Vec<u64>);

/// A tree in preorder, three little-endian 32-bit numbers a node: the answer that leads to it (all
/// bits set at the root), the number of its guess, the number of its branches.
pub fn packed(root: &Node) -> Vec<u8> {
    let mut numbers = Vec::new();
    root.flatten(u32::MAX, &mut numbers);
    numbers.iter().flat_map(|n| n.to_le_bytes()).collect()
}

/// The tree of such nodes in preorder: the answer that leads to each, its guess and the number of its branches. `None`
/// if their number is wrong.
pub fn unpacked(nodes: &[(u32, u32, u32)]) -> Option<Node> {
    fn node(nodes: &mut impl Iterator<Item = (u32, u32, u32)>) -> Option<(u32, Node)> {
        let (answer, guess, count) = nodes.next()?;
        let branches = (0..count).map(|_| node(nodes)).collect::<Option<_>>()?;
        Some((answer, Node { guess, branches }))
    }
    let mut rest = nodes.iter().copied();
    let (_, root) = node(&mut rest)?;
    rest.next().is_none().then_some(root)
}
