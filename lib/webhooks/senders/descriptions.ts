import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { z } from "zod";
import { processWide } from "@/lib/process-wide";
import { type SenderDescription, senderDescription } from "@/lib/webhooks/senders/described/description";

// Why: docs/decisions/senders.md

/** The tools whose own JSON is known, by their names at the end of a webhook's URL: a folder with a `sender.yaml` each. */
export const descriptions: Readonly<Record<string, SenderDescription>> = processWide("sender-descriptions", () =>
  readSenders(path.join(/* turbopackIgnore: true */ process.cwd(), "lib/webhooks/senders")),
);

/** Reads every `<name>/sender.yaml` of a folder. Throws an Error that names the file and the field that is wrong. */
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

/** Reads the text of a `sender.yaml`. Throws an Error that names the file and the field that is wrong. */
export function readSender(yaml: string, file: string): SenderDescription {
  const result = senderDescription.safeParse(load(yaml, { filename: file }));
  if (result.success) return result.data;
  throw new Error(`${file} isn't a sender's description:\n${z.prettifyError(result.error)}`);
}
