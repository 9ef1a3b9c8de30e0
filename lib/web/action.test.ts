import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { withRequestId } from "@/lib/process/request-id";
import { action, publicAction, readAction, setUpAction } from "@/lib/web/action";

const next = vi.hoisted(() => ({ headers: vi.fn(async () => new Headers()) }));
vi.mock("next/headers", () => next);
const session = vi.hoisted(() => ({ currentUser: vi.fn(), restrictedUser: vi.fn() }));
vi.mock("@/lib/web/session", () => session);

const schema = z.object({ name: z.string("Enter a name.") });
const act = vi.fn(async () => "done");
const made = {
  action: action(schema, act),
  setUpAction: setUpAction(schema, act),
  publicAction: publicAction(schema, act),
};
const tooMuch = { ok: false, error: expect.stringMatching(/^You're doing that too fast\. Try again in \d+ s\.$/) };
const names = ["action", "setUpAction", "publicAction"] as const;

const comesWith = (sent: Record<string, string>) =>
  next.headers.mockResolvedValue(new Headers({ Host: "chat.example", ...sent }));

let people = 0n;

beforeEach(() => {
  people += 1n;
  session.currentUser.mockReset().mockResolvedValue({ id: people, name: "Ada" });
  session.restrictedUser.mockReset().mockResolvedValue(null);
  act.mockClear();
  comesWith({ Origin: "https://chat.example", "Sec-Fetch-Site": "same-origin" });
});

afterEach(() => vi.unstubAllEnvs());

test.each(names)("%s accepts requests from our own pages", async (name) => {
  expect(await made[name]({ name: "Grace" })).toEqual({ ok: true, data: "done" });
  expect(await made[name]({})).toEqual({ ok: false, error: "Enter a name.", field: "name" });
});

test.each(names)("%s refuses requests from another site's page", async (name) => {
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

test("all writes count together, whichever action they use, and reads don't count", async () => {
  vi.stubEnv("TEST_LIMITS", "write=2/600");
  await made.action({ name: "Grace" });
  await made.setUpAction({ name: "Grace" });
  expect(await made.action({ name: "Grace" })).toEqual(tooMuch);
  expect(await made.setUpAction({ name: "Grace" })).toEqual(tooMuch);
  expect(act).toHaveBeenCalledTimes(2);
  expect(await readAction(schema, act)({ name: "Grace" })).toMatchObject({ ok: true });
});

test("people who still have to set up two-step sign-in are counted too, and people without a session aren't", async () => {
  vi.stubEnv("TEST_LIMITS", "write=1/600");
  session.currentUser.mockResolvedValue(null);
  for (let times = 0; times < 3; times += 1) {
    expect(await made.action({ name: "Grace" })).toEqual({ ok: false, error: "Sign in again to do this." });
    expect(await made.publicAction({ name: "Grace" })).toMatchObject({ ok: true });
  }
  session.restrictedUser.mockResolvedValue({ id: people });
  expect(await made.action({ name: "Grace" })).toMatchObject({ ok: false });
  expect(await made.setUpAction({ name: "Grace" })).toMatchObject({ ok: true });
  expect(await made.setUpAction({ name: "Grace" })).toEqual(tooMuch);
});

test("an unexpected error becomes a sentence with the request's id, and nothing of the error", async () => {
  act.mockRejectedValueOnce(new Error("the disk is on fire"));
  expect(await withRequestId("9c1185a5c5e9fc54", () => made.action({ name: "Grace" }))).toEqual({
    ok: false,
    error:
      "Something went wrong on our side. Try again. If it keeps happening, give your admin this error code: 9c1185a5c5e9fc54.",
    field: undefined,
  });
});
