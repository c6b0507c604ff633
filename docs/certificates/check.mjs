// node check.mjs FILE ... checks certificates. It exits with 0 if all prove what they claim, 1 if one is refused or
// nothing can be written, and 2 if one cannot be read or is too large.
import { readFileSync } from "node:fs";
import { Refused, TooLarge, check, sentence, unpacked } from "./checker.mjs";

const say = (line) => process.stdout.write(`${line}\n`);

async function checked(file) {
  let bytes;
  try {
    bytes = await unpacked(new Uint8Array(readFileSync(file)));
  } catch (error) {
    console.error(`${file}: ${error.message}`);
    return 2;
  }
  try {
    const proven = check(bytes);
    say(`${sentence(proven)}; digest ${proven.digest}`);
    return 0;
  } catch (error) {
    if (!(error instanceof Refused || error instanceof TooLarge)) throw error;
    const refused = error instanceof Refused;
    say(`${file}: ${refused ? "refused: " : ""}${error.message}`);
    return refused ? 1 : 2;
  }
}

const usage = "node check.mjs FILE ... checks certificates, which may be packed with gzip";
const files = process.argv.slice(2);
let worst = 0;
process.stdout.on("error", () => process.exit(Math.max(worst, 1)));
if (files.includes("--help")) {
  say(usage);
} else if (files.length) {
  for (const file of files) worst = Math.max(worst, await checked(file));
} else {
  console.error(usage);
  worst = 2;
}
process.exitCode = worst;
