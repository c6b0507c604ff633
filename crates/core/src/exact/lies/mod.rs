//! The exact search for games with lies: against a codemaker who may answer wrongly so many times.
//!
//! The winning answer is never a lie, and a hit is never denied: the guess that hits the secret ends
//! the game. So what is known is, for each code that was not guessed yet, how many of the answers so
//! far would be lies if it were the secret; with more than allowed it is ruled out. Any answer but
//! the winning one can be given as long as it leaves some code.
//!
//! The worst case is the number of guesses in the longest game that the codemaker can play. The
//! total is the number of guesses summed over all games that the codemaker can play: these are the
//! leaves of the tree, and one secret is hit at several of them if lies can be told about it.
//!
//! | part | what it holds |
//! |---|---|
//! | `state` | the possible codes, each with the lies that it leaves |
//! | `bounds` | lower bounds by counting |
//! | `game` | what depends on the rules alone |
//! | `memo` | what the search has found |
//! | `weigh` | the guesses worth trying, and their order |
//! | `search` | the searches, and trees from what is known |
//! | `solve` | from a problem to its outcome |

mod bounds;
mod game;
mod memo;
mod search;
mod solve;
mod state;
mod weigh;

pub use solve::solve;
pub use state::MOST_LIES;
