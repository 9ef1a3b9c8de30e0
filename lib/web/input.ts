import type { NextRequest } from "next/server";
import type { z } from "zod";
import { isUpload, takeUpload, type UploadLimits } from "@/lib/files/uploads/read-upload";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError } from "@/lib/text/errors";

// Why: docs/decisions/proven-writes.md

const MOST_BYTES = 256 * 1024;

export type Params = Record<string, string | string[] | undefined>;

/**
 * What every handler gets: who is asking, and the path's and the query's parameters. No handler that writes gets the
 * request, so none can wait for the client's bytes after it has proved who is asking.
 */
export type Call<User> = { user: User; params: Params; query: URLSearchParams };

/** What handlers of GET and HEAD get as well, for ranges, caches and streams. */
export type ReadCall<User> = Call<User> & Pick<NextRequest, "method" | "headers" | "signal">;

/** A request whose body hasn't arrived. `prove` identifies the user again; call it once the body has arrived. */
export type Arrival<User> = Call<User> & { request: NextRequest; prove: () => Promise<User> };

/** A handler with a body. Only `withBody` and `withFiles` make them. */
class BodyHandler<User> {
  readonly #take: (arrival: Arrival<User>) => Promise<unknown>;

  constructor(take: (arrival: Arrival<User>) => Promise<unknown>) {
    this.#take = take;
  }

  run(arrival: Arrival<User>): Promise<unknown> {
    return this.#take(arrival);
  }
}

export type { BodyHandler };

/** Creates a handler that takes JSON. It gets the body, validated against `schema`, and the user proved after it. */
export function withBody<S extends z.ZodType, User>(
  schema: S,
  handle: (call: Call<User> & { body: z.output<S> }) => Promise<unknown>,
): BodyHandler<User> {
  return new BodyHandler(async ({ request, prove, params, query }) => {
    const text = await readText(request);
    return handle({ user: await prove(), params, query, body: parse(schema, parseJson(text)) });
  });
}

type Files<F extends z.ZodType, J extends z.ZodType> = {
  /** Validates the form's text fields. */
  form: F;
  /** Validates JSON, which may come instead of a form. */
  json?: J;
  limits?: UploadLimits;
  /** Throws unless the user may upload here. Runs before any byte is read, so that a stranger can't fill the disk. */
  allow: (call: Call<SessionUser>) => Promise<void>;
};

/**
 * Creates a handler that takes a form with files, which it gets stored, and the user proved after the last byte. It must
 * require the channel again. Files of a refused form are deleted.
 */
export function withFiles<F extends z.ZodType, J extends z.ZodType = never>(
  { form, json, limits, allow }: Files<F, J>,
  handle: (call: Call<SessionUser> & { body: z.output<F> | z.output<J>; files: NewAttachment[] }) => Promise<unknown>,
): BodyHandler<SessionUser> {
  const asJson = json && withBody<J, SessionUser>(json, (call) => handle({ ...call, files: [] }));
  return new BodyHandler(async (arrival) => {
    const { request, prove, ...call } = arrival;
    if (asJson && !isUpload(request)) return asJson.run(arrival);
    await allow(call);
    return takeUpload(call.user.id, request, {
      limits,
      prove,
      post: (user, { fields, files }) => handle({ ...call, user, body: parse(form, fields), files }),
    });
  });
}

/** Creates a handler that gets the query's parameters validated against `schema`. */
export function withQuery<S extends z.ZodType, C extends Call<unknown>>(
  schema: S,
  handle: (call: Omit<C, "query"> & { query: z.output<S> }) => Promise<unknown>,
): (call: C) => Promise<unknown> {
  return async (call) => handle({ ...call, query: parse(schema, Object.fromEntries(call.query)) });
}

/** Validates `input`. Throws `invalid` with the schema's first message. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (!result.success) throw new AppError("invalid", result.error.issues[0]?.message ?? "Check what you sent.");
  return result.data;
}

/** Reads the body of a request with JSON. Throws `invalid`, or `too_large` before reading more. */
async function readText({ headers, body }: NextRequest): Promise<string> {
  if (!/^application\/json\b/i.test(headers.get("content-type") ?? "")) {
    throw new AppError("invalid", "The Content-Type must be application/json.");
  }
  if (Number(headers.get("content-length")) > MOST_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // The rest isn't canceled: that would close the connection before the answer is sent.
    for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
      size += chunk.byteLength;
      if (size > MOST_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid", "The connection closed before the whole body arrived. Send the request again.");
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function tooLarge(): AppError {
  return new AppError("too_large", "The body can be at most 256 KiB.");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid", "The body must be JSON.");
  }
}
