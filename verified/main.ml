(* Reads a kernel certificate and asks the proven checker. What follows after pegs, colors and the claim is a proof, and
   whatever is made of it, the checker accepts nothing that is false. *)
open Checker

let rec nat n = if n = 0 then O else S (nat (n - 1))
let rec positive n = if n = 1 then XH else if n land 1 = 0 then XO (positive (n / 2)) else XI (positive (n / 2))
let number n = if n = 0 then N0 else Npos (positive n)
let small = Array.init 256 nat

let () =
  let channel = open_in_bin Sys.argv.(1) in
  let file = really_input_string channel (in_channel_length channel) in
  let place = ref 0 in
  let word () =
    let is_blank at = file.[at] = ' ' || file.[at] = '\n' in
    while is_blank !place do incr place done;
    let start = !place in
    while not (is_blank !place) do incr place done;
    String.sub file start (!place - start) in
  let integer () =
    let text = word () in
    let n = int_of_string text in
    if n < 0 || string_of_int n <> text then failwith "no number";
    n in
  let list read = List.init (integer ()) (fun _ -> read ()) in
  let code () = List.map (fun sign -> small.(Char.code sign - 48)) (List.of_seq (String.to_seq (word ()))) in
  let hint () =
    let black = small.(integer ()) in
    let white = small.(integer ()) in
    let lemma = positive (integer ()) in
    let order = code () in
    { at_answer = (black, white); lemma; moved = (order, code ()) } in
  let entry () = let guess = code () in (guess, list hint) in
  let step () =
    match word () with
    | "reach" -> Reach (list code)
    | "lemma" ->
      let lower = number (integer ()) in
      let set = list code in
      let sizes = list (fun () -> positive (integer ())) in
      Lemma_ (set, lower, sizes, list entry)
    | _ -> failwith "no step" in
  let pegs = integer () in
  let colors = integer () in
  let lower = integer () in
  let steps = list step in
  if check (nat pegs) (nat colors) (number lower) steps
  then Printf.printf "Proven: no strategy for %dx%d needs fewer than %d guesses in all.\n" pegs colors lower
  else (Printf.printf "Not proven: %dx%d needs %d guesses.\n" pegs colors lower; exit 1)
