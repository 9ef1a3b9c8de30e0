import { emitter } from "./store";

const TIME_OUT_MS = 15_000;

/** Notifies of requests that got no answer, except aborted ones. */
export const unanswered = emitter();

/** The result of a request. */
export type Answer<T> =
  | { ok: true; status: number; data: T }
  | {
      ok: false;
      /** Null if there was no answer: no connection, a timeout, or an abort. */
      status: number | null;
      /** Parley's error message; null if the answer came from something in between, such as a proxy. */
      error: string | null;
      /** How many seconds to wait before a retry; only when rate-limited. */
      retryAfter: number | null;
    };

/** GET without a body by default. */
export type RequestOptions = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON. */
  body?: object;
  /** Aborts the request. */
  signal?: AbortSignal;
};

const NO_ANSWER = { ok: false, status: null, error: null, retryAfter: null } as const;

// Requests that may change something, until they are answered.
const writes = new Set<Promise<unknown>>();

/** Resolves when every request that may change something, and was sent before now, is answered or given up. */
export async function written(): Promise<void> {
  await Promise.all(writes);
}

// Browsers let bodies of 64 KiB, and some hundred requests, outlive their page. What is beyond that fails at once, so it has to
// do without. https://fetch.spec.whatwg.org/#http-network-or-cache-fetch
const MOST_OUTLIVING = { bytes: 64 * 1024, requests: 100 };
let outlivingBytes = 0;

/**
 * Sends a request to this install and reads the JSON answer, null for 204. Times out after 15 seconds. Never throws. One that may
 * change something is completed even if the page is closed meanwhile, unless much else is on its way.
 */
export async function request<T>(url: string, { body, signal, ...rest }: RequestOptions = {}): Promise<Answer<T>> {
  const json = body && JSON.stringify(body);
  const init = { ...rest, ...(json && { headers: { "Content-Type": "application/json" }, body: json }) };
  if (!rest.method || rest.method === "GET") return send<T>(url, init, signal);
  const bytes = new Blob([json ?? ""]).size;
  const keepalive = outlivingBytes + bytes <= MOST_OUTLIVING.bytes && writes.size < MOST_OUTLIVING.requests;
  if (keepalive) outlivingBytes += bytes;
  const answer = send<T>(url, { ...init, keepalive }, signal);
  writes.add(answer);
  return answer.finally(() => {
    writes.delete(answer);
    if (keepalive) outlivingBytes -= bytes;
  });
}

async function send<T>(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Answer<T>> {
  const timeOut = AbortSignal.timeout(TIME_OUT_MS);
  try {
    const response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeOut]) : timeOut });
    return toAnswer(response.status, await response.text(), response.headers.get("Retry-After"));
  } catch {
    if (!signal?.aborted) unanswered.emit();
    return NO_ANSWER;
  }
}

/**
 * Loads all pages of a list that can't get long, but whose items can. A server of the version before answers with all of
 * them at once, and names them differently.
 */
export async function requestAll<T>(address: string, options: RequestOptions = {}): Promise<Answer<T[]>> {
  const items: T[] = [];
  for (let after = ""; ; ) {
    const url = `${address}?after=${encodeURIComponent(after)}`;
    const answer = await request<T[] | { items?: T[]; messages?: T[]; next?: string | null }>(url, options);
    if (!answer.ok) return answer;
    const page = Array.isArray(answer.data) ? { items: answer.data } : answer.data;
    items.push(...(page.items ?? page.messages ?? []));
    if (!page.next) return { ...answer, data: items };
    after = page.next;
  }
}

/**
 * Interprets a status, a body and the header `Retry-After`. A success whose body isn't JSON was cut short, so it counts
 * as no answer.
 */
export function toAnswer<T>(status: number, text: string, retryAfter: string | null): Answer<T> {
  const json = status === 204 ? null : parsed(text);
  if (status >= 200 && status < 300) return json === undefined ? NO_ANSWER : { ok: true, status, data: json };
  return {
    ok: false,
    status,
    error: typeof json?.error === "string" ? json.error : null,
    retryAfter: status === 429 ? Math.max(1, Number(retryAfter) || 1) : null,
  };
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
