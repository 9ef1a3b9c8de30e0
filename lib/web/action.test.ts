import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { action, publicAction, setUpAction } from "@/lib/web/action";

const next = vi.hoisted(() => ({ headers: vi.fn(async () => new Headers()) }));
vi.mock("next/headers", () => next);
vi.mock("@/lib/auth/session", () => ({
  currentUser: async () => ({ id: 7n, name: "Ada" }),
  heldUser: async () => null,
}));

const schema = z.object({ name: z.string("Enter a name.") });
const act = vi.fn(async () => "done");
const made = {
  action: action(schema, act),
  setUpAction: setUpAction(schema, act),
  publicAction: publicAction(schema, act),
};
const names = ["action", "setUpAction", "publicAction"] as const;

const comesWith = (sent: Record<string, string>) =>
  next.headers.mockResolvedValue(new Headers({ Host: "chat.example", ...sent }));

beforeEach(() => {
  act.mockClear();
  comesWith({ Origin: "https://chat.example", "Sec-Fetch-Site": "same-origin" });
});

test.each(names)("%s does what our own pages send", async (name) => {
  expect(await made[name]({ name: "Grace" })).toEqual({ ok: true, data: "done" });
  expect(await made[name]({})).toEqual({ ok: false, error: "Enter a name.", field: "name" });
});

test.each(names)("%s refuses what another site's page sends", async (name) => {
  for (const sent of [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { Origin: "https://evil.example" },
    { Origin: "https://chat.example", "Sec-Fetch-Site": "same-site" },
    { Origin: "null" },
  ]) {
    comesWith(sent);
    expect(await made[name]({ name: "Grace" })).toMatchObject({ ok: false, error: expect.stringMatching(/own pages/) });
  }
  expect(act).not.toHaveBeenCalled();
});
