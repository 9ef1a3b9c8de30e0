/** An answer as plain values, whichever server it leaves through. */
export type ReceiveResponse = { status: number; headers: Record<string, string>; body: Uint8Array };

const encoder = new TextEncoder();

/** An answer in JSON. */
export function json(status: number, body: object, headers: Record<string, string> = {}): ReceiveResponse {
  return respond(status, "application/json; charset=utf-8", JSON.stringify(body), headers);
}

/** An answer of one word, as Slack gives them. */
export function plainText(status: number, body: string, headers: Record<string, string> = {}): ReceiveResponse {
  return respond(status, "text/plain; charset=utf-8", body, headers);
}

/** 204. */
export function noContent(headers: Record<string, string> = {}): ReceiveResponse {
  return { status: 204, headers: { "Cache-Control": "no-store", ...headers }, body: new Uint8Array() };
}

function respond(status: number, type: string, body: string, headers: Record<string, string>): ReceiveResponse {
  return {
    status,
    headers: { "Content-Type": type, "Cache-Control": "no-store", ...headers },
    body: encoder.encode(body),
  };
}
