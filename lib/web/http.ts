import { cookies, headers } from "next/headers";
import { notFound } from "next/navigation";
import type { NextRequest } from "next/server";
import { asFullDisk, isDatabaseUnavailable } from "@/lib/db/failures";
import { baseUrlOf } from "@/lib/network/request-address";
import type { SessionUser } from "@/lib/people/find-session-user";
import { type CountsAs, countWrite } from "@/lib/people/write-limit";
import { log } from "@/lib/process/log";
import { traceable } from "@/lib/process/request-id";
import { AppError, type ErrorCode, isAppError, noSuchThing } from "@/lib/text/errors";
import { parseId } from "@/lib/text/text";
import type { BodyHandler, Call, Params, ReadCall } from "@/lib/web/input";
import { refuseOtherSites } from "@/lib/web/origin";
import { requireUser } from "@/lib/web/session";

const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  rate_limited: 429,
  unavailable: 503,
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

type Method = (typeof METHODS)[number];
// Next checks each handler against its own path's parameters; this type fits them all.
type NextHandler = <P extends Params>(request: NextRequest, context: { params: Promise<P> }) => Promise<Response>;

/** Responses are sent as they are, anything else as JSON, and undefined as 204. */
type Reading<User> = (call: ReadCall<User>) => Promise<unknown>;

/** One without a body ignores what is sent. */
type WriteHandler<User> = ((call: Call<User>) => Promise<unknown>) | BodyHandler<User>;

type Handlers<User> = { [M in "GET" | "HEAD"]?: Reading<User> } & {
  [M in "POST" | "PUT" | "PATCH" | "DELETE"]?: WriteHandler<User>;
};

/** Who is asking, as the database has it now, and how their writes count. */
type Caller<User> = { identify: () => Promise<User>; count: (user: User) => Promise<void> };

/**
 * Creates the route handlers of a path for signed-in people. Other methods get a 405 in JSON. Requests that aren't
 * reads count toward the person's limit before they run, as a write unless `counts` says otherwise.
 */
export function route(
  handlers: Handlers<SessionUser>,
  { counts = "write" }: { counts?: CountsAs } = {},
): Record<Method, NextHandler> {
  return build(handlers, { identify: requireUser, count: (user) => countWrite(user.id, counts) });
}

/** Like `route`, without requiring a session. */
export function publicRoute(handlers: Handlers<null>): Record<Method, NextHandler> {
  return build(handlers, { identify: async () => null, count: async () => undefined });
}

function build<User>(handlers: Handlers<User>, asking: Caller<User>): Record<Method, NextHandler> {
  const { GET, HEAD = GET, ...writing } = handlers;
  const runs: Partial<Record<string, (request: NextRequest, params: Params) => Promise<unknown>>> = {
    GET: GET && ((request, params) => read(GET, asking, request, params)),
    HEAD: HEAD && ((request, params) => read(HEAD, asking, request, params)),
  };
  for (const [method, handler] of Object.entries(writing)) {
    runs[method] = (request, params) => write(handler, asking, request, params);
  }
  const allowed = METHODS.filter((method) => method in handlers);
  const wrap = (method: Method): NextHandler => {
    const run = runs[method];
    return async (request, context) => {
      try {
        if (!run && allowed.length === 0) throw noSuchThing();
        if (!run) return refuseMethod(method, allowed);
        refuseOtherSites(request);
        return toResponse(await run(request, await context.params));
      } catch (error) {
        // Browsers read the response only after they have sent the whole body.
        request.body?.pipeTo(new WritableStream()).catch(() => undefined);
        return errorResponse(error);
      }
    };
  };
  return Object.fromEntries(METHODS.map((method) => [method, wrap(method)])) as Record<Method, NextHandler>;
}

async function read<User>(
  handler: Reading<User>,
  { identify }: Caller<User>,
  { method, headers, signal, nextUrl }: NextRequest,
  params: Params,
): Promise<unknown> {
  return handler({ user: await identify(), params, query: nextUrl.searchParams, method, headers, signal });
}

async function write<User>(
  handler: WriteHandler<User>,
  { identify, count }: Caller<User>,
  request: NextRequest,
  params: Params,
): Promise<unknown> {
  const call = { user: await identify(), params, query: request.nextUrl.searchParams };
  if (typeof handler === "function") {
    await count(call.user);
    return handler(call);
  }
  // A body may take minutes to arrive. Who may write is decided after its last byte.
  const prove = async () => {
    const user = await identify();
    await count(user);
    return user;
  };
  return handler.run({ ...call, request, prove });
}

/** Returns the id in a path parameter. Throws `not_found` if it isn't a valid id, as for an unknown one. */
export function idParam(params: Params, name: string): bigint {
  const text = params[name];
  const id = typeof text === "string" ? parseId(text) : null;
  if (id === null) throw noSuchThing();
  return id;
}

/** Returns the base URL under which the client reaches Parley, without a trailing slash: BASE_URL, or the request's. */
export async function requestBaseUrl(): Promise<string> {
  const given = await headers();
  return baseUrlOf((name) => given.get(name));
}

/** Returns the time zone that the browser sent, which may be invalid; UTC by default. */
export async function requestTimeZone(): Promise<string> {
  return (await cookies()).get("parley.timezone")?.value.slice(0, 64) ?? "UTC";
}

/** For pages: shows the 404 page for anything missing or forbidden. */
export async function orNotFound<T>(found: Promise<T>): Promise<T> {
  return found.catch((error: unknown) => {
    if (isAppError(error) && error.code === "not_found") notFound();
    throw error;
  });
}

/** Returns `{error}` with the status of `error`. Errors other than AppError are logged and answered with 500 or 503. */
export function errorResponse(error: unknown): Response {
  const known = toAppError(error);
  const headers: Record<string, string> = { "Cache-Control": "no-store" };
  if (known?.retryAfter) headers["Retry-After"] = `${known.retryAfter}`;
  const message = known?.message ?? "Something went wrong on our side. Try again.";
  const status = known ? STATUS[known.code] : 500;
  return Response.json({ error: message, ...traceable(status) }, { status, headers });
}

/** Returns `error` as an AppError, or null if it was unexpected. Unexpected errors are logged here. */
export function toAppError(error: unknown): AppError | null {
  if (isAppError(error)) return error;
  const full = asFullDisk(error);
  if (full) return full;
  if (isDatabaseUnavailable(error)) {
    return new AppError("unavailable", "The database can't be reached just now. Try again in a few seconds.", {
      retryAfter: 5,
    });
  }
  log.error({ err: error }, "unexpected error");
  return null;
}

function toResponse(result: unknown): Response {
  if (result instanceof Response) return result;
  if (result === undefined) return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  return Response.json(result, { headers: { "Cache-Control": "no-store" } });
}

function refuseMethod(method: Method, allowed: readonly Method[]): Response {
  const allow = allowed.join(", ");
  return Response.json(
    { error: `${method} isn't allowed here. Use ${allow}.` },
    { status: 405, headers: { Allow: allow, "Cache-Control": "no-store" } },
  );
}
