import { receive } from "@/lib/webhooks/receive";

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** `receive` for web-standard requests: what the route handlers call under any host that runs Next. */
export async function receiveWeb(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { status, headers, body } = await receive({
    method: request.method,
    pathname,
    search,
    headers: (name) => request.headers.get(name),
    body: request.body ?? nothing(),
  });
  return new Response(request.method === "HEAD" || status === 204 ? null : Buffer.from(body), { status, headers });
}
