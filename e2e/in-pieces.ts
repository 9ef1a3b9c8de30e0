import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { env } from "@/lib/process/env";

const PIECE_BYTES = 300;

/**
 * Opens a page as over a slow network, through a proxy that sends its HTML in small pieces up to the last `last`, then the rest. The
 * browser can paint after each piece. Returns a function that stops the proxy.
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
      const end = html.lastIndexOf(last) + last.length;
      for (let at = 0; at < end; at += PIECE_BYTES) {
        answer.write(html.subarray(at, Math.min(at + PIECE_BYTES, end)));
        await untilPainted(page);
      }
      answer.end(html.subarray(end));
    };
    // Either side can disconnect at any time, for example when the browser closes.
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

/** Waits until the browser has painted, but at most 50 ms. */
async function untilPainted(page: Page): Promise<void> {
  const painted = page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
        setTimeout(resolve, 50);
      }),
  );
  // Before the first piece, the page navigates away from the previous one, which ends this evaluation.
  await painted.catch(() => undefined);
}
