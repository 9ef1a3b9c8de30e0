import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileSender } from "@/lib/webhooks/senders/described/compile";
import { makeRecogniser } from "@/lib/webhooks/senders/described/recognise";
import { render } from "@/lib/webhooks/senders/described/render";
import { descriptions, readSenders } from "@/lib/webhooks/senders/descriptions";

const section = readFileSync("docs/CONTRIBUTING.md", "utf8").split("## Add a sender")[1]?.split("\n## ")[0] ?? "";

/** The section's code block in this language, without the list's indentation. */
function block(language: string): string {
  const [, code = ""] = new RegExp(`^   \`\`\`${language}\n(.*?)^   \`\`\``, "ms").exec(section) ?? [];
  return code.replace(/^ {3}/gm, "");
}

test("the sender that CONTRIBUTING.md shows is found by its folder, recognised among all others, and makes a card", () => {
  const folder = mkdtempSync(join(tmpdir(), "documented-sender-"));
  mkdirSync(join(folder, "gotify"));
  writeFileSync(join(folder, "gotify", "sender.yaml"), block("yaml"));
  const added = readSenders(folder);
  rmSync(folder, { recursive: true });
  const { body } = JSON.parse(block("json"));
  expect(makeRecogniser({ ...descriptions, ...added })({ payload: body, headers: () => null })).toBe("gotify");
  const { gotify } = added;
  const sender = gotify && compileSender(gotify);
  expect(sender?.problems).toEqual([]);
  expect(sender && render(sender, { payload: body, headers: {} }).rendered).toMatchObject({
    messages: [
      { embeds: [{ title: "Disk", description: "full", color: 0xcf222e, timestamp: "2026-11-20T09:12:00.000Z" }] },
    ],
  });
});
