import { request } from "node:http";
import type { StreamEvent } from "@/lib/streams/types";

/** An event stream on its own connection, with the events it has received so far. */
export type Listening = { events: StreamEvent[]; ended: boolean; close: () => void };

/**
 * Opens a channel's stream like a program or, with `tab`, like the page with that id. Resolves once the stream is ready: it
 * gets every later event.
 */
export async function listenTo(baseUrl: string, cookie: string, channelId: bigint, tab?: string): Promise<Listening> {
  const { hostname, port } = new URL(baseUrl);
  const path = `/api/events?channel=${channelId}${tab ? `&tab=${tab}` : ""}`;
  return new Promise((resolve, reject) => {
    const asking = request({ hostname, port, path, agent: false, headers: { cookie } }, (response) => {
      const listening: Listening = { events: [], ended: false, close: () => asking.destroy() };
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
