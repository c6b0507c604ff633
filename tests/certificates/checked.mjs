// Checks many certificates, one in each line of the input, in hexadecimal digits; says of each what it proves, or why
// it proves nothing.
import { createInterface } from "node:readline";
import { Refused, TooLarge, check } from "../../docs/certificates/checker.mjs";

for await (const line of createInterface({ input: process.stdin })) {
  try {
    const { depth, guesses, history, lower, rules, proofs } = check(Uint8Array.from(Buffer.from(line, "hex")));
    console.log(JSON.stringify({ claim: { depth, guesses, history, lower, rules }, proofs }));
  } catch (error) {
    if (!(error instanceof Refused || error instanceof TooLarge)) throw error;
    console.log(JSON.stringify({ reason: error.message, refused: error instanceof Refused }));
  }
}
