import { receive } from "@/lib/webhooks/endpoint/receive";

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** The route handlers of every path of a webhook's, under any host that runs Next: `receive` answers all methods. */
export const webhookRoute = {
  GET: receiveWeb,
  HEAD: receiveWeb,
  POST: receiveWeb,
  PUT: receiveWeb,
  PATCH: receiveWeb,
  DELETE: receiveWeb,
  OPTIONS: receiveWeb,
};

async function receiveWeb(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { status, headers, body } = await receive({
    method: request.method,
    pathname,
    search,
    headers: (name) => request.headers.get(name),
    body: request.body ?? nothing(),
    wholeBody: async () => new Uint8Array(await request.arrayBuffer()),
  });
  return new Response(request.method === "HEAD" || status === 204 ? null : Buffer.from(body), { status, headers });
}
