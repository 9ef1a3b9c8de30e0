import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { paths } from "@/lib/paths";
import { ACTIONS, type Asked, addressOf, BUILT, fill, requestOf } from "./requests";
import { type Entry, type Outcome, TABLE } from "./table";
import { ROLES, type Role, type Scene, STATES, type State, snapshot, standingOf, startWorld } from "./world";

const world = await startWorld();

type Answer = { outcome: Outcome; text: string; said: string };

test("the table has exactly the build's pages, routes, methods and server actions", async () => {
  const methods = await Promise.all(BUILT.filter((name) => name.startsWith("/")).map((name) => methodsOf(name)));
  const built = [...BUILT.filter((name) => name.startsWith("page ")), ...methods.flat(), ...ACTIONS.keys()];
  const listed = TABLE.map(({ name }) => name);
  const untested = built.filter((name) => !listed.includes(name));
  const unknown = listed.filter((name) => !built.includes(name));
  expect(untested, "These are in the build but not in e2e/access/table.ts. Add what each role gets.").toEqual([]);
  expect(unknown, "These are in e2e/access/table.ts but no longer in the build. Remove them.").toEqual([]);
  expect(new Set(listed).size, "Something is in e2e/access/table.ts twice.").toBe(listed.length);
});

describe("roles without permission get an error, see nothing and change nothing:", () => {
  const scenes = new Map<State, Scene>();
  let before = "";

  beforeAll(async () => {
    for (const state of STATES) scenes.set(state, await world.makeScene(state));
    before = await snapshot();
  });

  for (const entry of TABLE) {
    test(entry.name, async () => {
      // A request without a scene's ids is the same for all scenes, so it's sent once and checked for every scene's secrets.
      const answers = new Map<string, Promise<Answer>>();
      const askOnce = (request: Asked, role: Role) => {
        const key = JSON.stringify([role, request]);
        const answer = answers.get(key) ?? ask(request, role);
        answers.set(key, answer);
        return answer;
      };
      for (const [state, scene] of scenes) {
        const asked = ROLES.filter((role) => {
          const outcomes = expected(entry, role, state);
          return outcomes && (entry.reads || !outcomes.includes("allowed"));
        });
        await Promise.all(
          asked.map(async (role) => {
            const answer = await askOnce(requestOf(entry, scene), role);
            const who = `${entry.name}, ${role}, ${state}`;
            expect(expected(entry, role, state), `${who}: ${answer.said}`).toContain(answer.outcome);
            expect(
              leaked(entry, scene, role, answer),
              `${who} got what only the channel's people may see: ${answer.said}`,
            ).toEqual([]);
          }),
        );
      }
      if (answers.size === 0) return;
      expect(await snapshot(), `${entry.name} changed something for a role without permission`).toBe(before);
    });
  }
});

describe("roles with permission can:", () => {
  for (const entry of TABLE.filter(({ reads, untried }) => !reads && untried === undefined)) {
    const allowed = ROLES.filter((role) => expected(entry, role, "unchanged")?.includes("allowed"));
    if (allowed.length === 0) continue;
    test(entry.name, async () => {
      for (const role of allowed) {
        const scene = await world.makeScene("unchanged");
        const answer = await ask(requestOf(entry, scene), role);
        expect(answer.outcome, `${entry.name}, ${role}: ${answer.said}`).toBe("allowed");
        expect(leaked(entry, scene, role, answer)).toEqual([]);
      }
    });
  }
});

describe("a webhook's URL gives access only to its messages in its current channel:", () => {
  const REACHES: Record<State, { read: number; change: number; post: number }> = {
    unchanged: { read: 200, change: 200, post: 200 },
    "managers only": { read: 200, change: 200, post: 200 },
    "moved here": { read: 404, change: 404, post: 200 },
    "moved away": { read: 404, change: 404, post: 200 },
    archived: { read: 200, change: 403, post: 403 },
    deleted: { read: 404, change: 404, post: 404 },
  };

  for (const state of STATES) {
    test(state, async () => {
      const scene = await world.makeScene(state);
      const { webhookId, token, messageId, channelId } = scene;
      const call = async (method: string, at: string, body?: unknown) => {
        const response = await fetch(world.baseUrl + at, {
          method,
          headers: { "Content-Type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        return { status: response.status, text: await response.text() };
      };
      const message = `/api/v10/webhooks/${webhookId}/${token}/messages/${messageId}`;
      const before = await snapshot();
      const wrong = await call("GET", message.replace(token, "x".repeat(token.length)));
      expect([wrong.status, /canary/.test(wrong.text)]).toEqual([404, false]);
      const found = await call("GET", message);
      expect([found.status, found.text.includes(`${scene.secrets[0]?.word}`)]).toEqual([
        REACHES[state].read,
        REACHES[state].read === 200,
      ]);
      const edited = await call("PATCH", message, { content: "changed" });
      expect(edited.status).toBe(REACHES[state].change);
      if (edited.status === 200) expect((await call("DELETE", message)).status).toBe(204);
      else {
        expect((await call("DELETE", message)).status).toBe(REACHES[state].change);
        const row = await db().message.findUniqueOrThrow({ where: { id: messageId } });
        expect([row.editedAt, row.deletedAt !== null]).toEqual([null, state === "deleted"]);
      }
      if (REACHES[state].change !== 200) {
        expect(edited.text).not.toMatch(/canary/);
        // Refused requests change only the webhook's delivery log.
        const without = (text: string) =>
          JSON.parse(text).filter(({ name }: { name: string }) => !/deliveries|^webhooks$/.test(name));
        expect(without(await snapshot())).toEqual(without(before));
      }
      const posted = await call("POST", paths.webhook(`${webhookId}`, token), { content: "new" });
      expect(posted.status).toBe(REACHES[state].post);
      if (posted.status !== 200) return;
      const isHere = JSON.parse(posted.text).channelId === `${channelId}`;
      expect(isHere).toBe(state !== "moved away");
    });
  }
});

test("no page may load anything from another site", async () => {
  const scene = await world.makeScene("unchanged");
  const pages = TABLE.filter(({ name }) => name.startsWith("page "));
  expect(pages.length).toBeGreaterThan(20);
  for (const entry of pages) {
    const headers = { Cookie: `${world.cookies.manager}` };
    const response = await fetch(world.baseUrl + addressOf(entry, scene), { redirect: "manual", headers });
    const policy = response.headers.get("content-security-policy") ?? "";
    expect.soft(policy, entry.name).toContain("default-src 'self'");
    const sources = policy.split(";").flatMap((directive) => directive.trim().split(/\s+/).slice(1));
    const others = sources.filter((source) => !/^('[^'.]+'|data:|blob:)$/.test(source));
    expect.soft(others, entry.name).toEqual([]);
  }
});

test("after every page, route and action has been used, the server has connected to its database and nothing else", () => {
  const { hostname, port } = new URL(process.env.DATABASE_URL ?? "");
  const own = new URL(world.baseUrl).port;
  const connections = world.connections();
  expect(connections).toContain(`${hostname}:${port}`);
  // Besides its database: itself, and the socket on this machine by which tsx talks to its parent process.
  const allowed = new RegExp(
    `^(${hostname}:${port}|lookup ${hostname}|(localhost|127\\.0\\.0\\.1):${own}|lookup localhost|/.*)$`,
  );
  expect(connections.filter((each) => !allowed.test(each))).toEqual([]);
});

/** Returns the outcomes that this role may get, or null if this state isn't tested. */
function expected(entry: Entry, role: Role, state: State): Outcome[] | null {
  if (entry.notIn?.includes(state)) return null;
  const outcome = entry.but?.[role] ?? entry.who[standingOf(role, state)];
  if (state === "managers only" && entry.leftToManagers === undefined) return null;
  if (outcome === "sign in" || outcome === "hidden") return [outcome];
  if (isGone(entry, state)) return outcome === "refused" ? ["refused", "hidden"] : ["hidden"];
  if (state === "managers only" && role === "member" && entry.leftToManagers) return [entry.leftToManagers];
  if (state === "archived" && entry.archived) return [entry.archived];
  return [outcome];
}

function isGone({ of }: Entry, state: State): boolean {
  const isMessage = of === "message" || of === "written";
  if (state === "moved here") return isMessage || of === "delivery";
  if (state === "moved away") return of === "webhook" || of === "delivery";
  return state === "deleted" && of !== undefined;
}

function leaked({ tellsAdmins }: Entry, { secrets }: Scene, role: Role, { text }: Answer): string[] {
  if (tellsAdmins && (role === "admin" || role === "owner")) return [];
  return secrets.filter(({ word, knownTo }) => !knownTo.includes(role) && text.includes(word)).map(({ word }) => word);
}

async function ask(request: Asked, role: Role): Promise<Answer> {
  const cookie = world.cookies[role];
  const headers: Record<string, string> = { Origin: world.baseUrl, ...(cookie && { Cookie: cookie }) };
  if (request.action !== undefined) return act(request, request.action, headers);
  const { method, path, body } = request;
  const response = await fetch(world.baseUrl + path, {
    method,
    redirect: "manual",
    headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body }),
  });
  // A stream has no end.
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (isStream) await response.body?.cancel();
  const text = `${JSON.stringify([...response.headers])}\n${isStream ? "" : await response.text()}`;
  return { outcome: outcomeOf(response), text, said: `${response.status} ${text.slice(-300)}` };
}

function outcomeOf({ status, headers }: Response): Outcome {
  if (status === 401) return "sign in";
  if (status === 404) return "hidden";
  if (status >= 300 && status < 400) {
    return new URL(headers.get("location") ?? "", "http://here").pathname === paths.login ? "sign in" : "allowed";
  }
  if (status >= 500) throw new Error(`The response status is ${status}.`);
  return status < 300 ? "allowed" : "refused";
}

/** Calls a server action, even if the role may not open its page. */
async function act({ path, body }: Asked, action: string, headers: Record<string, string>): Promise<Answer> {
  const send = async () => {
    const response = await fetch(world.baseUrl + path, {
      method: "POST",
      redirect: "manual",
      headers: {
        ...headers,
        Accept: "text/x-component",
        "Content-Type": "text/plain;charset=UTF-8",
        "Next-Action": action,
      },
      ...(body !== undefined && { body }),
    });
    return { response, text: await response.text() };
  };
  // While the server is still loading the action's page, it refuses the call without running it.
  const first = await send();
  const { response, text } = first.text === "Server Action unavailable." ? await send() : first;
  const [, result] = /^[0-9a-f]+:(\{"ok":.*)$/m.exec(text) ?? [];
  if (result === undefined)
    throw new Error(`${path} responded with ${response.status} and no result: ${text.slice(0, 500)}`);
  const { ok, error = "" } = JSON.parse(result) as { ok: boolean; error?: string };
  return { outcome: ok ? "allowed" : refusalOf(error), text, said: result };
}

function refusalOf(error: string): Outcome {
  if (error.startsWith("Sign in again")) return "sign in";
  const isHidden =
    /^There is no |doesn't exist|no longer (in the log|kept)|has no webhook with|already (off|removed|revoked|signed out)|link is incomplete/.test(
      error,
    );
  return isHidden ? "hidden" : "refused";
}

/** Returns "GET /api/…" and so on for each method of a route handler, read from the Allow header of a 405. */
async function methodsOf(pattern: string): Promise<string[]> {
  const none = { webhookId: 1n, channelId: 1n, messageId: 1n, attachmentId: 1n, userId: 1n, token: "x".repeat(68) };
  const response = await fetch(world.baseUrl + fill(pattern, none), { method: "OPTIONS" });
  const allow = response.status === 405 ? response.headers.get("allow") : null;
  // Routes that always return 404 or handle every method have no Allow header.
  if (allow === null) return pattern.includes("nextauth") ? [`GET ${pattern}`, `POST ${pattern}`] : [`GET ${pattern}`];
  const methods = allow.split(", ").filter((method, _, all) => method !== "HEAD" || !all.includes("GET"));
  return methods.map((method) => `${method} ${pattern}`);
}
