//! Peg solitaire on any board of up to 64 holes: which positions can be reached, which of them win, in how few moves
//! and in how many ways.

pub mod board;
pub mod expand;
pub mod group;
pub mod level;
mod paths;
pub mod search;
pub mod side;
pub mod solutions;
pub mod winning;

pub use board::{Board, BoardFault, Jump, MAX_HOLES, MAX_SYMMETRIES};
pub use expand::{Control, Stop};
pub use group::{Direction, Group};
pub use level::Level;
pub use paths::count_games;
pub use search::Search;
pub use side::Side;
pub use solutions::Solutions;
pub use winning::{Moves, Run, Winning};
