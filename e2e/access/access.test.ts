import { readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { incomingDir } from "@/lib/files/stores/disk-store";
import type { SessionUser } from "@/lib/people/find-session-user";
import { paths } from "@/lib/text/paths";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { askAs, hold, type RoleAnswer } from "./ask";
import { ACTIONS, addressOf, BUILT, fill, type RoleRequest, requestOf, uploadOf } from "./requests";
import { type AccessOutcome, type Entry, TABLE } from "./table";
import { ROLES, type Role, type Scene, STATES, type State, snapshot, standingOf, startWorld } from "./world";

const world = await startWorld();

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
      const answers = new Map<string, Promise<RoleAnswer>>();
      const askOnce = (request: RoleRequest, role: Role) => {
        const key = JSON.stringify([role, request]);
        const answer = answers.get(key) ?? askAs(request, as(role));
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
  let first: Scene;
  let second: Scene;

  beforeAll(async () => {
    [first, second] = await Promise.all([world.makeScene("unchanged"), world.makeScene("unchanged")]);
  });

  for (const entry of TABLE.filter(({ reads, untried }) => !reads && untried === undefined)) {
    const allowed = ROLES.filter((role) => expected(entry, role, "unchanged")?.includes("allowed"));
    if (allowed.length === 0) continue;
    test(entry.name, async () => {
      const isSame = isDeepStrictEqual(requestOf(entry, first), requestOf(entry, second));
      // Each role changes a scene of its own, unless the request is the same for all scenes.
      const scenes = await Promise.all(allowed.map(() => (isSame ? first : world.makeScene("unchanged"))));
      for (const [index, role] of allowed.entries()) {
        const scene = scenes[index] ?? first;
        const answer = await askAs(requestOf(entry, scene), as(role));
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
        // Refused requests change only the webhook's delivery log and what it counts.
        const without = (text: string) =>
          JSON.parse(text).filter(({ name }: { name: string }) => !/deliveries|^webhook(s|_hours|_events)$/.test(name));
        expect(without(await snapshot())).toEqual(without(before));
      }
      const posted = await call("POST", webhookPaths.incoming(`${webhookId}`, token), { content: "new" });
      expect(posted.status).toBe(REACHES[state].post);
      if (posted.status !== 200) return;
      const isHere = JSON.parse(posted.text).channelId === `${channelId}`;
      expect(isHere).toBe(state !== "moved away");
    });
  }
});

/** How a person loses a right, whose role and state they had before, and whose they are treated as then. */
type Loss = {
  had: [role: Role, state: State];
  left: [role: Role, state: State];
  lose: (person: SessionUser, scene: Scene) => Promise<unknown>;
};

const LOSSES: Record<string, Loss> = {
  "removed from the channel": {
    had: ["member", "unchanged"],
    left: ["outsider", "unchanged"],
    lose: ({ id }) => db().membership.deleteMany({ where: { userId: id } }),
  },
  "no longer a manager": {
    had: ["manager", "unchanged"],
    left: ["member", "unchanged"],
    lose: ({ id }) => db().membership.updateMany({ where: { userId: id }, data: { role: "member" } }),
  },
  "no longer an admin": {
    had: ["admin", "unchanged"],
    left: ["outsider", "unchanged"],
    lose: ({ id }) => db().user.updateMany({ where: { id }, data: { role: "member" } }),
  },
  deactivated: {
    had: ["manager", "unchanged"],
    left: ["deactivated", "unchanged"],
    lose: ({ id }) => db().user.updateMany({ where: { id }, data: { deactivatedAt: new Date() } }),
  },
  "signed out": {
    had: ["manager", "unchanged"],
    left: ["stranger", "unchanged"],
    lose: ({ id }) => db().session.deleteMany({ where: { userId: id } }),
  },
  "webhooks left to the managers": {
    had: ["member", "unchanged"],
    left: ["member", "managers only"],
    lose: (_, { channelId: id }) => db().channel.updateMany({ where: { id }, data: { webhookManagers: "managers" } }),
  },
  "the public channel made private": {
    had: ["left", "moved here"],
    left: ["outsider", "unchanged"],
    lose: (_, { channelId: id }) => db().channel.updateMany({ where: { id }, data: { kind: "private" } }),
  },
  "the channel archived": {
    had: ["manager", "unchanged"],
    left: ["manager", "archived"],
    lose: (_, { bringTo }) => bringTo("archived"),
  },
  "the messages and the webhook deleted": {
    had: ["manager", "unchanged"],
    left: ["manager", "deleted"],
    lose: (_, { bringTo }) => bringTo("deleted"),
  },
  "the channel deleted": {
    had: ["manager", "unchanged"],
    left: ["outsider", "unchanged"],
    // Its rows would be deleted in the background.
    lose: async (_, { channelId: id }) => {
      const now = new Date();
      const data = { kind: "private", archivedAt: now, deletedAt: now, emptiedAt: now } as const;
      await db().channel.updateMany({ where: { id }, data });
      await db().membership.deleteMany({ where: { channelId: id } });
    },
  },
};

describe("someone whose right is gone before the last byte of what they send is refused, and changes nothing:", () => {
  test.each(Object.entries(LOSSES))("%s", async (_, { had, left, lose }) => {
    const scene = await world.makeScene(had[1]);
    const person = await world.makePerson(had[0], scene);
    const asked = await Promise.all(
      TABLE.filter(({ reads }) => !reads).map((entry) => losing(entry, scene, { had, left })),
    );
    const stored = readdirSync(incomingDir());
    const [actions, routes] = [asked.flat().filter(isAction), asked.flat().filter((each) => !isAction(each))];
    // The server identifies who calls an action only once it has read the whole body.
    const { cookies: spare } = await world.signIn(person, actions.length);
    const { cookies, areUsed } = await world.signIn(person, routes.length);
    const sent = [...actions, ...routes].map(({ entry, request }, index) => {
      return { entry, ...hold(request, { baseUrl: world.baseUrl, cookie: [...spare, ...cookies][index] ?? null }) };
    });
    await areUsed();
    // Once a later request has been answered, these have done everything that they do before their bodies are complete.
    await askAs({ method: "GET", path: paths.api.pins(`${scene.channelId}`) }, as("manager"));
    await lose(person, scene);
    const before = await snapshot();
    const answers = await Promise.all(sent.map(async ({ entry, finish }) => ({ entry, answer: await finish() })));
    const wrong = answers.filter(({ entry, answer }) => {
      const isRefused = expected(entry, ...left)?.includes(answer.outcome);
      return !isRefused || leaked(entry, scene, left[0], answer).length > 0;
    });
    expect(wrong.map(({ entry, answer }) => `${entry.name}: ${answer.said}`)).toEqual([]);
    expect(sent).not.toEqual([]);
    expect(await snapshot()).toBe(before);
    expect(readdirSync(incomingDir())).toEqual(stored);
  });

  function isAction({ request }: { request: RoleRequest }): boolean {
    return request.action !== undefined;
  }

  /** Returns the requests with a body that this entry allows with the right and refuses without it. */
  async function losing(entry: Entry, scene: Scene, { had, left }: Pick<Loss, "had" | "left">) {
    const then = expected(entry, ...left);
    if (!then || then.includes("allowed")) return [];
    const form = await uploadOf(entry, scene);
    const request = requestOf(entry, scene);
    const isAllowed = expected(entry, ...had)?.includes("allowed") && request.body !== undefined;
    // A role that's refused without a form may still be allowed to send one.
    const mayUpload = isAllowed || then.includes("sign in");
    return [...(isAllowed ? [request] : []), ...(form && mayUpload ? [form] : [])].map((each) => ({
      entry,
      request: each,
    }));
  }
});

test("no page may load anything from another site", async () => {
  const scene = await world.makeScene("unchanged");
  const pages = TABLE.filter(({ name }) => name.startsWith("page "));
  expect(pages.length).toBeGreaterThan(20);
  const check = async (entry: Entry) => {
    const headers = { Cookie: `${world.cookies.manager}` };
    const response = await fetch(world.baseUrl + addressOf(entry, scene), { redirect: "manual", headers });
    const policy = response.headers.get("content-security-policy") ?? "";
    expect.soft(policy, entry.name).toContain("default-src 'self'");
    const sources = policy.split(";").flatMap((directive) => directive.trim().split(/\s+/).slice(1));
    const others = sources.filter((source) => !/^('[^'.]+'|data:|blob:)$/.test(source));
    expect.soft(others, entry.name).toEqual([]);
  };
  await Promise.all(pages.map(check));
});

test("after every page, route and action has been used, the server has connected to its database and nothing else", () => {
  const { hostname, port } = new URL(process.env.DATABASE_URL ?? "");
  const own = new URL(world.baseUrl).port;
  const connections = world.connections();
  expect(connections).toContain(`${hostname}:${port}`);
  // Besides its database: itself, also to see whether its port is free, and the socket on this machine by which tsx talks
  // to its parent process.
  const allowed = new RegExp(
    `^(${hostname}:${port}|lookup ${hostname}|(localhost|127\\.0\\.0\\.1|::1):${own}|lookup localhost|/.*)$`,
  );
  expect(connections.filter((each) => !allowed.test(each))).toEqual([]);
});

function as(role: Role): { baseUrl: string; cookie: string | null } {
  return { baseUrl: world.baseUrl, cookie: world.cookies[role] };
}

/** Returns the outcomes that this role may get, or null if this state isn't tested. */
function expected(entry: Entry, role: Role, state: State): AccessOutcome[] | null {
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

function leaked({ tellsAdmins }: Entry, { secrets }: Scene, role: Role, { text }: RoleAnswer): string[] {
  if (tellsAdmins && (role === "admin" || role === "owner")) return [];
  return secrets.filter(({ word, knownTo }) => !knownTo.includes(role) && text.includes(word)).map(({ word }) => word);
}

/** Returns "GET /api/…" and so on for each method of a route handler, read from the Allow header of a 405. */
async function methodsOf(pattern: string): Promise<string[]> {
  const none = {
    webhookId: 1n,
    ruleId: 1n,
    channelId: 1n,
    messageId: 1n,
    attachmentId: 1n,
    userId: 1n,
    token: "x".repeat(68),
  };
  const response = await fetch(world.baseUrl + fill(pattern, none), { method: "OPTIONS" });
  const allow = response.status === 405 ? response.headers.get("allow") : null;
  // Routes that always return 404 or handle every method have no Allow header.
  if (allow === null) return pattern.includes("nextauth") ? [`GET ${pattern}`, `POST ${pattern}`] : [`GET ${pattern}`];
  const methods = allow.split(", ").filter((method, _, all) => method !== "HEAD" || !all.includes("GET"));
  return methods.map((method) => `${method} ${pattern}`);
}
