import { cookies, headers } from "next/headers";
import { notFound } from "next/navigation";
import type { NextRequest } from "next/server";
import type { z } from "zod";
import { requireUser } from "@/lib/auth/session";
import { isDatabaseUnavailable } from "@/lib/db/failures";
import { baseUrlOf, env } from "@/lib/env";

import { AppError, type ErrorCode, isAppError, noSuchThing } from "@/lib/errors";
import { log } from "@/lib/log";
import { traceable } from "@/lib/request-id";
import { parseId } from "@/lib/text";
import type { SessionUser } from "@/lib/users/find-session-user";
import { type CountsAs, countWrite } from "@/lib/users/write-limit";

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
const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const MOST_BYTES = 256 * 1024;

type Method = (typeof METHODS)[number];
type Params = Record<string, string | string[] | undefined>;
// Next checks each handler against its own path's parameters; this type fits them all.
type NextHandler = <P extends Params>(request: NextRequest, context: { params: Promise<P> }) => Promise<Response>;

/** The arguments of a handler: the request, the user and the path's parameters. */
export type Call<User> = { request: NextRequest; user: User; params: Params };

/** Responses are sent as they are, anything else as JSON, and undefined as 204. */
type Handler<User> = (call: Call<User>) => Promise<unknown>;

/**
 * Creates the route handlers of a path for signed-in people. Other methods get a 405 in JSON. Requests that aren't
 * reads count toward the person's limit before they run, as a write unless `counts` says otherwise.
 */
export function route(
  handlers: Partial<Record<Method, Handler<SessionUser>>>,
  { counts = "write" }: { counts?: CountsAs } = {},
): Record<Method, NextHandler> {
  return build(handlers, async (method) => {
    const user = await requireUser();
    if (!READS.has(method)) await countWrite(user.id, counts);
    return user;
  });
}

/** Like `route`, without requiring a session. */
export function publicRoute(handlers: Partial<Record<Method, Handler<null>>>): Record<Method, NextHandler> {
  return build(handlers, async () => null);
}

function build<User>(handlers: Partial<Record<Method, Handler<User>>>, identify: (method: Method) => Promise<User>) {
  const allowed = METHODS.filter((method) => handlers[method]);
  const wrap = (method: Method): NextHandler => {
    const handler = handlers[method] ?? (method === "HEAD" ? handlers.GET : undefined);
    return async (request, context) => {
      try {
        if (!handler && allowed.length === 0) throw noSuchThing();
        if (!handler) return refuseMethod(method, allowed);
        refuseOtherSites(request);
        const call = { request, user: await identify(method), params: await context.params };
        return toResponse(await handler(call));
      } catch (error) {
        // Browsers read the response only after they have sent the whole body.
        request.body?.pipeTo(new WritableStream()).catch(() => undefined);
        return errorResponse(error);
      }
    };
  };
  return Object.fromEntries(METHODS.map((method) => [method, wrap(method)])) as Record<Method, NextHandler>;
}

/** Returns the id in a path parameter. Throws `not_found` if it isn't a valid id, as for an unknown one. */
export function idParam(params: Params, name: string): bigint {
  const text = params[name];
  const id = typeof text === "string" ? parseId(text) : null;
  if (id === null) throw noSuchThing();
  return id;
}

/** Returns the request's JSON body. Throws `invalid` or `too_large`. */
export async function readJson(request: NextRequest): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
    throw new AppError("invalid", "The Content-Type must be application/json.");
  }
  const text = await request.text();
  if (text.length > MOST_BYTES) throw new AppError("too_large", "The body can be at most 256 KiB.");
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid", "The body must be JSON.");
  }
}

/** Validates `input`. Throws `invalid` with the schema's first message. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (!result.success) throw new AppError("invalid", result.error.issues[0]?.message ?? "Check what you sent.");
  return result.data;
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

/**
 * Throws `forbidden` for a write from another site's page. Session cookies are SameSite=Lax, but another port or
 * subdomain counts as the same site. Over plain http, browsers send only `Origin`.
 */
export function refuseOtherSites({ method, headers }: { method: string; headers: Pick<Headers, "get"> }): void {
  if (READS.has(method)) return;
  const [site, origin] = [headers.get("sec-fetch-site"), headers.get("origin")];
  const isOurs = (site === null || site === "same-origin" || site === "none") && (origin === null || isOwn(origin));
  if (!isOurs) throw new AppError("forbidden", "This can only be done from Parley's own pages.");

  // The scheme isn't compared, because a proxy may not have forwarded it.
  function isOwn(address: string): boolean {
    const own = [env.baseUrl && new URL(env.baseUrl).host, headers.get("host"), headers.get("x-forwarded-host")];
    return URL.canParse(address) && own.includes(new URL(address).host);
  }
}
