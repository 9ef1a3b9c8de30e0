import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { listenLocally } from "@/lib/testing/listen";

type Value = { stringValue?: string; intValue?: number };

/** A span as OTLP sends it in JSON. */
export type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Value }[];
};

type TraceExport = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { scope: { name: string }; spans: SentSpan[] }[];
  }[];
};

/** A server that receives traces by OTLP over HTTP, as a collector does. */
export async function receiveTraces(): Promise<{
  url: string;
  sent: TraceExport[];
  spans: () => SentSpan[];
  stop: () => void;
}> {
  const sent: TraceExport[] = [];
  const server = createServer((request, response) => {
    if (request.method !== "POST" || request.url !== "/v1/traces") return void response.writeHead(404).end();
    json(request).then(
      (body) => {
        sent.push(body as TraceExport);
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      },
      () => response.writeHead(400).end(),
    );
  });
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    spans: () => sent.flatMap((each) => each.resourceSpans.flatMap((r) => r.scopeSpans.flatMap(({ spans }) => spans))),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
