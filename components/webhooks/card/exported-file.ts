import type { CardModel } from "@/lib/webhooks/interpret/own-cards/model";
import { writeCardFile } from "@/lib/webhooks/interpret/own-cards/write-file";
import { writeYaml } from "@/lib/webhooks/payload/yaml";

const MOST_RECOGNIZED = 3;

/**
 * Returns a card as a `sender.yaml` that another server can use for the tool. `home` is the address of the page that
 * stands for the tool. The payload says how its requests are recognized.
 */
export function exportedFile(model: CardModel, home: string, payload: unknown): string {
  const isRecord = typeof payload === "object" && payload !== null && !Array.isArray(payload);
  const keys = isRecord ? Object.keys(payload).filter((key) => /^\w+$/.test(key)) : [];
  const has = Object.fromEntries(keys.slice(0, MOST_RECOGNIZED).map((key) => [key, ""]));
  const steps = ["Open the tool's webhook settings.", "Paste `{url}` as the URL.", "Send a test."];
  const { name, ...rest } = writeCardFile(model);
  return writeYaml({ name, home, steps, recognize: [keys.length > 0 ? { has } : { text: "." }], ...rest });
}
