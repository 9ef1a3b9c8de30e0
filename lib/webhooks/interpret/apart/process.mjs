/*
 * The process that reads foreign texts for `read-apart.ts`: each line of its input is a request, and each line of its
 * output the answer to one. It knows nothing but what it's sent, and ends with its input. The launcher loads it.
 */
import { Script } from "node:vm";
import { readPage } from "../../../messages/previews/read-page.ts";
import { Budget } from "../../../text/budget.ts";
import { objectOfText } from "../plain/text.ts";

const readers = {
  text: ({ text }, budget) => objectOfText(text, budget),
  page: ({ url, contentType, body }, budget) =>
    readPage({ url, contentType, body: Buffer.from(body, "base64") }, budget),
};

// Parley ends this process. If it's gone, nothing else would end a reader that doesn't.
const timeout = Number(process.argv[2]);
const answer = new Script("answerNext()");
let request = "";
globalThis.answerNext = () => {
  const { what, input, limits } = JSON.parse(request);
  return JSON.stringify({ read: readers[what](input, new Budget(limits)) });
};

// A Ctrl-C in a terminal also reaches this process, while Parley still answers requests.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

function answered(line) {
  request = line;
  try {
    return answer.runInThisContext({ timeout });
  } catch {
    // Says nothing about the text.
    return JSON.stringify({ failed: true });
  }
}

let parts = [];
process.stdin.on("data", (part) => {
  parts.push(part);
  // The next request comes only after the answer.
  if (part.at(-1) !== 10) return;
  const line = Buffer.concat(parts).toString();
  parts = [];
  process.stdout.write(`${answered(line)}\n`);
});
process.stdin.on("end", () => process.exit());
process.stdout.write("ready\n");
