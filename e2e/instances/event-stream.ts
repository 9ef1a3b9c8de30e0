import { request } from "node:http";
import { request as requestByTls } from "node:https";
import type { StreamEvent } from "@/lib/live/streams/types";

/** An event stream on its own connection, with the events it has received so far. */
export type StreamListener = { events: StreamEvent[]; ended: boolean; close: () => void };

/**
 * Opens a channel's stream like a program or, with `tab`, like the page with that id. Resolves once the stream is ready: it
 * gets every later event. `ca` is what an https server's certificate is signed by.
 */
export async function listenTo(
  baseUrl: string,
  cookie: string,
  channelId: bigint,
  { tab, ca }: { tab?: string | undefined; ca?: string } = {},
): Promise<StreamListener> {
  const { protocol, hostname, port } = new URL(baseUrl);
  const send = protocol === "https:" ? requestByTls : request;
  const path = `/api/events?channel=${channelId}${tab ? `&tab=${tab}` : ""}`;
  return new Promise((resolve, reject) => {
    const asking = send({ hostname, port, path, agent: false, headers: { cookie }, ca }, (response) => {
      const listening: StreamListener = { events: [], ended: false, close: () => asking.destroy() };
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        const frames = (text + chunk).split("\n\n");
        text = frames.pop() ?? "";
        for (const [, data] of frames.map((frame) => /^data: (.+)$/m.exec(frame) ?? [])) {
          if (data === undefined) continue;
          const event = JSON.parse(data) as StreamEvent;
          listening.events.push(event);
          if (event.type === "ready") resolve(listening);
        }
      });
      response
        .once("error", () => undefined)
        .once("close", () => {
          listening.ended = true;
          reject(new Error(`The stream ended with status ${response.statusCode} before it was ready.`));
        });
    });
    asking.once("error", reject).end();
  });
}
