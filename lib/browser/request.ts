const TIME_OUT_MS = 15_000;

/** What became of a request. */
export type Answer<T> =
  | { ok: true; status: number; data: T }
  | {
      ok: false;
      /** Null when no answer came: no connection, too late, or given up. */
      status: number | null;
      /** Parley's own sentence about why not; null when the answer came from something in between, such as a proxy. */
      error: string | null;
      /** After how many seconds the server takes it: only when it was too much at once. */
      retryAfter: number | null;
    };

/** How to ask: GET without a body where nothing else is said. */
export type RequestOptions = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON. */
  body?: object;
  /** Gives the request up. */
  signal?: AbortSignal;
  /** The request is made even if the page is closed meanwhile. */
  keepalive?: boolean;
};

const NO_ANSWER = { ok: false, status: null, error: null, retryAfter: null } as const;

/** Asks this install and reads its JSON, null for 204. Gives up after 15 seconds. Never throws. */
export async function request<T>(url: string, options: RequestOptions = {}): Promise<Answer<T>> {
  const { body, signal, ...rest } = options;
  const timeOut = AbortSignal.timeout(TIME_OUT_MS);
  try {
    const response = await fetch(url, {
      ...rest,
      ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeOut]) : timeOut,
    });
    return toAnswer(response.status, await response.text(), response.headers.get("Retry-After"));
  } catch {
    return NO_ANSWER;
  }
}

/** An answer by its status, its text and the header `Retry-After`. Success whose text is not JSON was cut short: it is no answer. */
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
