import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import type { HealthDto } from "@/lib/operation/health/dto";
import { makeUser, makeWebhook } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { workspacePaths } from "@/lib/text/workspace-paths";
import { askOperated, parley, post } from "./operated";

const GOOD = `name: Brew Bot
home: https://brew.example
steps: ["Paste {url}", b, c]
recognize: [{ has: { brew_id: "" } }]
event: brewed
events: { brewed: { subject: "{{ what }}", state: Ready, tone: good } }
`;
const BROKEN = GOOD.replace("event:", "evnt:");

test("a file in DATA_DIR is used by the running endpoint and pages, and a mistake in it stops nothing", async () => {
  const owner = await makeUser({ role: "owner" });
  const made = await makeWebhook();
  const file = path.join(parley.dataDir, "senders/brew/sender.yaml");
  const titles = async () => {
    const messages = await db().message.findMany({ where: { webhookId: made.webhook.id }, orderBy: { id: "asc" } });
    return messages.flatMap(({ embeds }) => (embeds as { title: string }[]).map(({ title }) => title));
  };
  const tools = async () => {
    const answer = await askOperated(workspacePaths.healthNow, {}, owner);
    return ((await answer.json()) as HealthDto).findings.tools;
  };
  expect((await askOperated("/docs/webhooks/brew")).status).toBe(404);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, GOOD);
  await until(async () => expect((await askOperated("/docs/webhooks/brew")).status).toBe(200));
  expect(await (await askOperated("/docs/webhooks")).text()).toContain("Brew Bot");
  expect(await (await askOperated("/openapi.json")).text()).toContain('"brew"');
  expect(await post(made, { brew_id: 1, what: "Tea" }, { suffix: "/brew" })).toBe(200);
  expect(await post(made, { brew_id: 1, what: "Tea" }, { suffix: "/json" })).toBe(200);
  expect(await titles()).toEqual(["Ready: Tea", "Ready: Tea"]);

  writeFileSync(file, BROKEN);
  await until(async () => expect((await tools()).state).toBe("attention"));
  expect(JSON.stringify(await tools())).toContain(`${file}, line 5`);
  expect(parley.output).toContain('Its last version without mistakes stays in use."');
  expect(await post(made, { brew_id: 1, what: "Coffee" }, { suffix: "/brew" })).toBe(200);
  expect((await titles()).at(-1)).toBe("Ready: Coffee");

  rmSync(path.dirname(file), { recursive: true });
  await until(async () => expect((await askOperated("/docs/webhooks/brew")).status).toBe(404));
  expect((await tools()).state).toBe("ok");
});
