import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { env } from "@/lib/env";

const PIECE_BYTES = 300;

/**
 * Opens a page as it comes in over a slow network: its HTML piece by piece, which the browser may paint in between, until `last` has
 * come, and then all the rest. Answers a function that stops the server between the two; until then the page works.
 */
export async function openInPieces(page: Page, path: string, last: string): Promise<() => void> {
  const server = createServer((asked, answer) => {
    const { host: _host, "accept-encoding": _encoding, ...headers } = asked.headers;
    const passed = request(new URL(asked.url ?? "/", env.baseUrl), { method: asked.method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      if (got.headers["content-type"]?.startsWith("text/html")) void send(got);
      else got.pipe(answer);
    });
    const send = async (got: IncomingMessage) => {
      const html = await buffer(got);
      const end = html.indexOf(last) + last.length;
      for (let at = 0; at < end; at += PIECE_BYTES) {
        answer.write(html.subarray(at, Math.min(at + PIECE_BYTES, end)));
        await untilPainted(page);
      }
      answer.end(html.subarray(end));
    };
    // Either side may go at any time, as when the browser is closed.
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  }).listen(0);
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}${path}`);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Waits until what is there has been painted, unless the browser doesn't want to yet. */
async function untilPainted(page: Page): Promise<void> {
  const painted = page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
        setTimeout(resolve, 50);
      }),
  );
  // Before its first piece the page is still the one that was there.
  await painted.catch(() => undefined);
}
