import { NextRequest } from "next/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { SessionUser } from "@/lib/people/find-session-user";
import { log } from "@/lib/process/log";
import { AppError, type ErrorCode } from "@/lib/text/errors";
import { errorResponse, idParam, publicRoute, route } from "@/lib/web/http";
import { type Call, withBody, withQuery } from "@/lib/web/input";
import { requireUser } from "@/lib/web/session";

vi.mock("@/lib/web/session", () => ({ requireUser: vi.fn() }));

const ada: SessionUser = {
  id: 7n,
  name: "Ada",
  email: "ada@example.com",
  avatarUrl: null,
  role: "member",
  showsPresence: true,
  sessionId: 1n,
};
const schema = z.object({ content: z.string("content must be a string.") });
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

type Init = { method?: string; headers?: Record<string, string>; body?: string };

const request = (init: Init = {}) => new NextRequest("http://chat.example/api/things/1", init);
const post = (body: string, headers: Record<string, string> = {}) =>
  request({ method: "POST", body, headers: { "Content-Type": "application/json", ...headers } });

const things = route({
  GET: async ({ user, params }) => ({ user: user.name, thing: `${idParam(params, "id")}` }),
  POST: withBody(schema, async ({ body }) => body),
  DELETE: async () => undefined,
});

const call = (
  method: (typeof METHODS)[number],
  sent = request({ method }),
  params: Record<string, string> = { id: "1" },
) => things[method](sent, { params: Promise.resolve(params) });

async function expectError(response: Response, status: number, sentence: RegExp): Promise<void> {
  expect([response.status, response.headers.get("content-type")]).toEqual([
    status,
    expect.stringMatching(/^application\/json/),
  ]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toEqual({ error: expect.stringMatching(sentence) });
}

beforeEach(() => {
  vi.mocked(requireUser).mockReset().mockResolvedValue(ada);
});

describe("a route", () => {
  test("sends its handler's result as JSON that is never cached, and undefined as 204", async () => {
    const response = await call("GET");
    expect([response.status, await response.json()]).toEqual([200, { user: "Ada", thing: "1" }]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const nothing = await call("DELETE");
    expect([nothing.status, await nothing.text()]).toEqual([204, ""]);
  });

  test("answers HEAD if it answers GET", async () => expect((await call("HEAD")).status).toBe(200));

  test("answers every other method with 405 and the allowed ones", async () => {
    for (const method of ["PUT", "PATCH", "OPTIONS"] as const) {
      const response = await call(method);
      expect(response.headers.get("allow")).toBe("GET, POST, DELETE");
      await expectError(response, 405, new RegExp(`^${method} isn't allowed`));
    }
    expect(requireUser).not.toHaveBeenCalled();
  });

  test("answers a request without a session with 401 before anything else", async () => {
    vi.mocked(requireUser).mockRejectedValue(new AppError("unauthenticated", "Sign in to do this."));
    await expectError(await call("GET", request(), { id: "nonsense" }), 401, /^Sign in/);
    await expectError(await call("POST", post("no json")), 401, /^Sign in/);
  });

  test.each(["0", "x", "1x", "", "9223372036854775808", "../1", "%00"])("answers the id %j with 404", async (id) => {
    await expectError(await call("GET", request(), { id }), 404, /^This doesn't exist/);
  });

  test("answers a missing parameter with 404", async () =>
    expectError(await call("GET", request(), {}), 404, /^This doesn't exist/));

  test.each([
    ["no JSON", post("content"), /must be JSON/],
    ["nothing", post(""), /must be JSON/],
    ["another type", post("{}", { "Content-Type": "text/plain" }), /Content-Type/],
    ["no type", request({ method: "POST", body: "{}", headers: {} }), /Content-Type/],
    ["a type that begins alike", post("{}", { "Content-Type": "application/jsonp" }), /Content-Type/],
    ["a wrong field", post('{"content":1}'), /^content must be a string\.$/],
    ["null", post("null"), /\S/],
    ["a list", post("[]"), /\S/],
  ])("answers a body of %s with 400", async (_, sent, sentence) =>
    expectError(await call("POST", sent), 400, sentence),
  );

  test("accepts a body of 256 KiB and answers a longer one with 413", async () => {
    const body = (length: number) => post(`{"content":"${"c".repeat(length - 14)}"}`);
    expect((await call("POST", body(256 * 1024))).status).toBe(200);
    await expectError(await call("POST", body(256 * 1024 + 1)), 413, /256 KiB/);
  });

  test("refuses a body whose declared length is too large without reading it", async () => {
    const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.close());
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const headers = { "Content-Type": "application/json", "Content-Length": `${256 * 1024 + 1}` };
    const sent = new NextRequest("http://chat.example/", { method: "POST", body, headers, duplex: "half" });
    await expectError(await call("POST", sent), 413, /256 KiB/);
    expect(requireUser).toHaveBeenCalledTimes(1);
  });

  test("asks who is writing again once the last byte has arrived, and runs with the answer", async () => {
    for (const outcome of ["lost", "kept"] as const) {
      let finish = () => {};
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(Buffer.from('{"content":'));
          finish = () => {
            controller.enqueue(Buffer.from('"c"}'));
            controller.close();
          };
        },
      });
      const headers = { "Content-Type": "application/json" };
      const sent = new NextRequest("http://chat.example/", { method: "POST", body, headers, duplex: "half" });
      const handle = vi.fn(async ({ user }: Call<SessionUser>) => ({ role: user.role }));
      vi.mocked(requireUser).mockReset().mockResolvedValueOnce(ada);
      const response = route({ POST: withBody(schema, handle) }).POST(sent, { params: Promise.resolve({}) });
      await vi.waitFor(() => expect(requireUser).toHaveBeenCalledTimes(1));
      if (outcome === "kept") vi.mocked(requireUser).mockResolvedValue({ ...ada, role: "admin" });
      else vi.mocked(requireUser).mockRejectedValue(new AppError("unauthenticated", "Sign in to do this."));
      finish();
      if (outcome === "lost") await expectError(await response, 401, /^Sign in/);
      else expect(await (await response).json()).toEqual({ role: "admin" });
      expect(handle).toHaveBeenCalledTimes(outcome === "lost" ? 0 : 1);
      expect(requireUser).toHaveBeenCalledTimes(2);
    }
  });

  test("asks only once for a handler without a body, and doesn't wait for what is sent", async () => {
    const body = new ReadableStream<Uint8Array>();
    const sent = new NextRequest("http://chat.example/", { method: "DELETE", body, duplex: "half" });
    expect((await call("DELETE", sent)).status).toBe(204);
    expect(requireUser).toHaveBeenCalledTimes(1);
  });

  test("gives the request's headers and signal to handlers that read, and nothing of it to those that write", async () => {
    const seen: string[][] = [];
    const see = async (given: object) => void seen.push(Object.keys(given).sort());
    const all = route({
      GET: see,
      PUT: see,
      POST: withBody(schema, see),
      // @ts-expect-error: so that none can wait for bytes after it has asked who is writing
      PATCH: async ({ request: _ }) => undefined,
      // @ts-expect-error: the same with a body
      DELETE: withBody(schema, async ({ request: _ }) => undefined),
    });
    await all.GET(request(), { params: Promise.resolve({}) });
    await all.PUT(request({ method: "PUT" }), { params: Promise.resolve({}) });
    await all.POST(post('{"content":"c"}'), { params: Promise.resolve({}) });
    const call = ["params", "query", "user"];
    expect(seen).toEqual([["headers", "method", ...call.slice(0, 2), "signal", "user"], call, ["body", ...call]]);
  });

  test("validates the query of a handler that declares it", async () => {
    const pages = route({
      GET: withQuery(z.object({ after: z.coerce.number("after must be a number.") }), async ({ query }) => query),
    });
    const get = (search: string) =>
      pages.GET(new NextRequest(`http://chat.example/api/things?${search}`), { params: Promise.resolve({}) });
    expect(await (await get("after=7")).json()).toEqual({ after: 7 });
    await expectError(await get("after=x"), 400, /^after must be a number/);
  });

  test("says what happened if the connection closes within the body", async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("aborted")) });
    const headers = { "Content-Type": "application/json" };
    const sent = new NextRequest("http://chat.example/", { method: "POST", body, headers, duplex: "half" });
    await expectError(await call("POST", sent), 400, /^The connection closed/);
  });

  test("refuses requests from another site's page, without allowing it to read more", async () => {
    for (const site of ["cross-site", "same-site"]) {
      const headers = { "Sec-Fetch-Site": site };
      await expectError(await call("POST", post('{"content":"c"}', headers)), 403, /Parley's own pages/);
      await expectError(await call("DELETE", request({ method: "DELETE", headers })), 403, /Parley's own pages/);
      expect((await call("GET", request({ headers }))).status).toBe(200);
    }
    expect(requireUser).toHaveBeenCalledTimes(2);
    for (const site of ["same-origin", "none"]) {
      expect((await call("POST", post('{"content":"c"}', { "Sec-Fetch-Site": site }))).status).toBe(200);
    }
  });

  test("refuses a foreign Origin, which is the only hint over plain http", async () => {
    const own = { Host: "chat.example:3000" };
    const send = (headers: Record<string, string>) => call("POST", post('{"content":"c"}', { ...own, ...headers }));
    for (const Origin of [
      "http://evil.example",
      "http://chat.example",
      "http://chat.example:3001",
      "http://a.chat.example:3000",
      "null",
      "",
    ]) {
      await expectError(await send({ Origin }), 403, /Parley's own pages/);
    }
    expect((await send({})).status).toBe(200);
    expect((await send({ Origin: "http://chat.example:3000" })).status).toBe(200);
    expect((await send({ Origin: "https://chat.example:3000" })).status).toBe(200);
    expect((await send({ Origin: "https://front.example", "X-Forwarded-Host": "front.example" })).status).toBe(200);
    vi.stubEnv("BASE_URL", "https://public.example");
    expect((await send({ Origin: "https://public.example" })).status).toBe(200);
    vi.unstubAllEnvs();
    expect((await send({ Origin: "https://public.example" })).status).toBe(403);
  });

  test("logs once where a page was opened on which no one can sign in, unless the browser says that it's another site's", async () => {
    Reflect.deleteProperty(globalThis, Symbol.for("parley.wrong-addresses"));
    const logged = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    const send = (headers: Record<string, string>) =>
      call("POST", post('{"content":"c"}', { Host: "localhost", ...headers }));
    vi.stubEnv("BASE_URL", "http://127.0.0.1:3973");
    for (let times = 0; times < 2; times += 1) {
      expect((await send({ Origin: "http://localhost:3973", "Sec-Fetch-Site": "same-origin" })).status).toBe(403);
      expect((await send({ Origin: "http://localhost:3973" })).status).toBe(403);
      expect((await send({ Origin: "http://evil.example", "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
      expect((await send({ Origin: "null" })).status).toBe(403);
    }
    // The request is accepted, but the browser doesn't keep its cookies.
    vi.stubEnv("BASE_URL", "https://localhost");
    expect((await send({ Host: "10.0.0.5:3000", Origin: "http://10.0.0.5:3000" })).status).toBe(200);
    expect((await send({ Origin: "https://localhost" })).status).toBe(200);
    expect((await send({ Origin: "http://localhost" })).status).toBe(200);
    vi.unstubAllEnvs();
    for (let port = 1; port < 20; port += 1) await send({ Origin: `http://localhost:${port}` });
    const [[origin, first] = [], [, cookies] = [], [, second] = []] = logged.mock.calls;
    expect(cookies).toContain("a page was opened as http://10.0.0.5:3000, but BASE_URL is https://localhost.");
    expect(origin).toEqual({ origin: "http://localhost:3973" });
    expect(first).toBe(
      "a page was opened as http://localhost:3973, but BASE_URL is http://127.0.0.1:3973. No one can sign in there. If that's Parley: open it at BASE_URL, or make the proxy pass the header Host on unchanged",
    );
    expect(second).toContain(
      "BASE_URL isn't set, and the proxy passes another host on. No one can sign in there. If that's Parley: set BASE_URL=",
    );
    expect(logged).toHaveBeenCalledTimes(10);
    logged.mockRestore();
  });

  test("counts everything but reads toward the person's limit before running it, and says when to try again", async () => {
    const [done, nobody] = [vi.fn(async () => undefined), { ...ada, id: 8n }];
    const all = { GET: done, POST: done, PUT: done, PATCH: done, DELETE: done };
    const send = async (handlers: ReturnType<typeof route>, method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE") =>
      handlers[method](request({ method }), { params: Promise.resolve({}) });
    vi.stubEnv("TEST_LIMITS", "write=4/600");
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
      expect((await send(route(all), method)).status).toBe(204);
    }
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
      const refused = await send(route(all), method);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500);
      await expectError(refused, 429, /^You're doing that too fast\. Try again in \d+ s\.$/);
    }
    expect(done).toHaveBeenCalledTimes(4);
    expect((await send(route(all), "GET")).status).toBe(204);
    for (const counts of ["reading", "nothing"] as const) {
      expect((await send(route(all, { counts }), "POST")).status).toBe(204);
    }
    vi.mocked(requireUser).mockResolvedValue(nobody);
    expect((await send(route(all), "POST")).status).toBe(204);
    vi.unstubAllEnvs();
  });

  test("reads the rest of the body after an error, because otherwise browsers never read the response", async () => {
    let left = 20;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        left -= 1;
        if (left > 0) controller.enqueue(new Uint8Array(1024 * 1024));
        else controller.close();
      },
    });
    vi.mocked(requireUser).mockRejectedValue(new AppError("unauthenticated", "Sign in to do this."));
    const sent = new NextRequest("http://chat.example/api/things/1", { method: "POST", body, duplex: "half" });
    await expectError(await call("POST", sent), 401, /^Sign in/);
    await vi.waitFor(() => expect(left).toBe(0));
  });

  test("answers an unexpected error with a 500 without details", async () => {
    const broken = route({
      GET: async () => {
        throw new TypeError("password is hunter2");
      },
    });
    await expectError(
      await broken.GET(request(), { params: Promise.resolve({}) }),
      500,
      /^Something went wrong on our side\. Try again\.$/,
    );
  });
});

test("a public route needs no session, and a route without handlers is 404 for every method", async () => {
  const open = publicRoute({ GET: async ({ user }) => ({ user }) });
  expect(await (await open.GET(request(), { params: Promise.resolve({}) })).json()).toEqual({ user: null });
  const nothing = publicRoute({});
  for (const method of METHODS) {
    await expectError(await nothing[method](request(), { params: Promise.resolve({}) }), 404, /^This doesn't exist/);
  }
  expect(requireUser).not.toHaveBeenCalled();
});

test.each<[ErrorCode, number]>([
  ["invalid", 400],
  ["unauthenticated", 401],
  ["forbidden", 403],
  ["not_found", 404],
  ["conflict", 409],
  ["too_large", 413],
  ["rate_limited", 429],
  ["unavailable", 503],
])("an error of the kind %s is answered with %i", async (code, status) => {
  await expectError(errorResponse(new AppError(code, "A sentence.")), status, /^A sentence\.$/);
});

test("an error with a time to retry sends it as Retry-After", () => {
  expect(errorResponse(new AppError("rate_limited", "Later.", { retryAfter: 7 })).headers.get("retry-after")).toBe("7");
  expect(errorResponse(new AppError("rate_limited", "Later.")).headers.get("retry-after")).toBeNull();
});

test.each([
  ["a refused connection", Object.assign(new Error("x"), { code: "ECONNREFUSED" })],
  ["Prisma's word for it", Object.assign(new Error("x"), { code: "P1001" })],
  ["an error that it caused", new Error("x", { cause: Object.assign(new Error("y"), { code: "57P01" }) })],
])("a database that can't be reached (%s) means 503 with Retry-After", async (_, error) => {
  const response = errorResponse(error);
  expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  await expectError(response, 503, /database/);
});
