import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { EVENT_ID, type Event, getScalarValue, load, parseEvents } from "js-yaml";
import { processWide } from "@/lib/process-wide";
import { type SenderDescription, senderDescription } from "@/lib/webhooks/senders/described/description";

// Why: docs/decisions/senders.md

/** Described tools by their name at the end of a webhook's URL. Each is a folder with a `sender.yaml`. */
export const descriptions: Readonly<Record<string, SenderDescription>> = processWide("sender-descriptions", () =>
  readSenders(path.join(/* turbopackIgnore: true */ process.cwd(), "lib/webhooks/senders")),
);

/** Reads every `<name>/sender.yaml` in a folder. Throws the first error of `readSender`. */
function readSenders(folder: string): Record<string, SenderDescription> {
  const names = readdirSync(/* turbopackIgnore: true */ folder).sort();
  return Object.fromEntries(
    names.flatMap((name) => {
      const file = path.join(/* turbopackIgnore: true */ folder, name, "sender.yaml");
      if (!existsSync(/* turbopackIgnore: true */ file)) return [];
      return [[name, readSender(readFileSync(/* turbopackIgnore: true */ file, "utf8"), file)]];
    }),
  );
}

/** Parses a `sender.yaml`. Throws an Error that names the file, and the line and field of each problem. */
export function readSender(yaml: string, file: string): SenderDescription {
  const result = senderDescription.safeParse(load(yaml, { filename: file }));
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => {
    const path = issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
    return `${file}:${lineOf(yaml, path)}: ${issue.path.join(".") || "the file"}: ${issue.message}`;
  });
  throw new Error(`${file} isn't a sender's description:\n${problems.join("\n")}`);
}

/** Returns the line of the field at this path, or of its closest existing parent. */
function lineOf(yaml: string, path: readonly PropertyKey[]): number {
  const events = parseEvents(yaml, {}).values();
  const next = () => events.next().value ?? { type: EVENT_ID.POP };
  let found = 0;
  /** Reads one node to its end. `rest` is the path from it to the field, or null if the field isn't inside. */
  const read = (node: Event, rest: readonly PropertyKey[] | null): void => {
    if (node.type !== EVENT_ID.MAPPING && node.type !== EVENT_ID.SEQUENCE) return;
    for (let index = 0, event = next(); event.type !== EVENT_ID.POP; index += 1, event = next()) {
      const isKey = node.type === EVENT_ID.MAPPING;
      const step = !isKey ? index : event.type === EVENT_ID.SCALAR ? getScalarValue(yaml, event) : null;
      const leads = rest !== null && rest[0] === step;
      if (leads) found = "valueStart" in event ? event.valueStart : "start" in event ? event.start : found;
      if (isKey) read(event, null);
      read(isKey ? next() : event, leads ? rest.slice(1) : null);
    }
  };
  next();
  read(next(), path);
  return yaml.slice(0, found).split("\n").length;
}
