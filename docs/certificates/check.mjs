// node check.mjs FILE ... checks certificates. It exits with 0 if all prove what they claim, 1 if one is refused, and
// 2 if one cannot be read or is too large.
import { readFileSync } from "node:fs";
import { Refused, TooLarge, check, sentence, unpacked } from "./checker.mjs";

async function checked(file) {
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    console.error(`${file}: ${error.message}`);
    return 2;
  }
  try {
    const proven = check(await unpacked(new Uint8Array(bytes)));
    console.log(`${sentence(proven)}; digest ${proven.digest}`);
    return 0;
  } catch (error) {
    if (!(error instanceof Refused || error instanceof TooLarge)) throw error;
    const refused = error instanceof Refused;
    console.log(`${file}: ${refused ? "refused: " : ""}${error.message}`);
    return refused ? 1 : 2;
  }
}

if (process.argv.length < 3) console.error("node check.mjs FILE ...");
let worst = process.argv.length < 3 ? 2 : 0;
for (const file of process.argv.slice(2)) worst = Math.max(worst, await checked(file));
process.exitCode = worst;
