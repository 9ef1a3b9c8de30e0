import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { openApi } from "@/lib/webhooks/docs/openapi";
import { senderDocs } from "@/lib/webhooks/docs/sender-docs";
import { schemeChoices, senderChoices } from "@/lib/webhooks/sender-choices";
import { setOwnSenders } from "@/lib/webhooks/senders/descriptions";
import { followSenders } from "@/lib/webhooks/senders/own-senders";
import { senderName } from "@/lib/webhooks/senders/registry";
import { schemeNamed } from "@/lib/webhooks/senders/signature-schemes";

const folder = mkdtempSync(path.join(tmpdir(), "parley-senders-"));
let following: ReturnType<typeof followSenders>;

beforeEach(async () => {
  following = followSenders(path.join(folder, "senders"), 20);
  await following.first;
});

afterEach(async () => {
  await following.stop();
  setOwnSenders([]);
  rmSync(folder, { recursive: true });
});

function write(name: string, subject: string): void {
  mkdirSync(path.join(folder, "senders", name), { recursive: true });
  const yaml = `name: Brew Bot
aliases: [kettle]
home: https://brew.example
steps: ["Paste {url}", b, c]
recognize: [{ has: { brew_id: "" } }]
signature: { kind: token, header: x-brew-token }
event: brewed
events: { brewed: { subject: "${subject}", state: "{{ state }}", tone: bad } }
`;
  writeFileSync(path.join(folder, "senders", name, "sender.yaml"), yaml);
}

const PAYLOAD = { brew_id: 7, what: "Tea", state: "failed" };
const choice = (name: string) => senderChoices().find((each) => each.name === name);

/** Posts a brew at each ending of a new webhook's URL. Returns the statuses and the cards. */
async function post(...endings: string[]) {
  const made = await makeWebhook();
  const statuses: number[] = [];
  for (const ending of endings) {
    const { status } = await sendRequest(`${webhookPath(made)}/${ending}`, { body: JSON.stringify(PAYLOAD) });
    statuses.push(status);
  }
  const messages = await db().message.findMany({ where: { webhookId: made.webhook.id }, orderBy: { id: "asc" } });
  return { statuses, cards: messages.map(({ embeds }) => (Array.isArray(embeds) ? embeds[0] : null)) };
}

test("a tool is everywhere without a restart once its file is there, and nowhere once it's gone", async () => {
  const before = openApi("https://chat.example");
  expect((await post("brew")).statuses).toEqual([404]);
  write("brew", "{{ what }}");
  await until(() => expect(choice("brew")).toBeDefined());
  const { statuses, cards } = await post("brew", "Kettle", "json");
  const facts = { subject: "Tea", state: { word: "Failed", tone: "bad", open: false } };
  const card = { title: "Failed: Tea", color: 0xcf222e, card: facts, tool: { name: "Brew Bot" } };
  expect({ statuses, cards }).toMatchObject({ statuses: [200, 200, 200], cards: [card, card, card] });
  expect(choice("brew")).toMatchObject({ label: "Brew Bot", mark: null });
  expect(senderChoices()[1]?.name).toBe("brew");
  expect(schemeChoices()).toContainEqual({ value: "brew", label: "Brew Bot" });
  expect(schemeNamed("brew")).toEqual({ kind: "token", header: "x-brew-token" });
  expect(senderDocs("brew")).toMatchObject({ home: "https://brew.example", events: [{ names: ["brewed"] }] });
  expect(senderName("brew")).toBe("Brew Bot");
  const document = openApi("https://chat.example");
  expect(JSON.stringify(document)).toContain("kettle for brew");
  expect(openApi("https://chat.example").paths).toBe(document.paths);

  write("brew", "{{ what }}!");
  await until(async () => expect((await post("json")).cards).toMatchObject([{ card: { subject: "Tea!" } }]));
  rmSync(path.join(folder, "senders"), { recursive: true });
  await until(() => expect(choice("brew")).toBeUndefined());
  expect((await post("brew")).statuses).toEqual([404]);
  expect([schemeNamed("brew"), senderDocs("brew")]).toEqual([null, null]);
  expect(openApi("https://chat.example")).toEqual(before);
});

test("a file replaces Parley's description of the same name", async () => {
  write("gitea", "Ours");
  await until(() => expect(choice("gitea")?.label).toBe("Brew Bot"));
  expect((await post("gitea", "json")).cards).toMatchObject(Array(2).fill({ card: { subject: "Ours" } }));
  expect((await post("forgejo")).statuses).toEqual([404]);
});

test("what is posted to a broken tool becomes a plain card", async () => {
  mkdirSync(path.join(folder, "senders/brew"), { recursive: true });
  writeFileSync(path.join(folder, "senders/brew/sender.yaml"), "name: [");
  const { cards } = await until(async () => {
    const made = await post("brew");
    expect(made.statuses).toEqual([200]);
    return made;
  });
  expect(cards).toMatchObject([{ isPlain: true }]);
  expect(choice("brew")).toBeUndefined();
});
