import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listenLocally } from "@/lib/testing/listen";
import { createHttpServer } from "@/server/http";

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.end(`${(await text(request)).length} bytes`);
}

/** Sends a message's form in eight bytes, `pause` milliseconds apart, and returns the response. */
async function answerTo(type: string, pause: number, silence: number): Promise<string> {
  const timeouts = { headers: 100, request: 300, upload: 10_000, silence };
  const others = {
    files: null,
    receive: null,
    streamFor: null,
    upgrade: null,
    endStreams: async () => undefined,
    dev: false,
  };
  const { server, close } = createHttpServer({ handle, timeouts, ...others });
  const socket = connect(await listenLocally(server), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(
    `POST /api/channels/1/messages HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: 8\r\n\r\n`,
  );
  let left = 8;
  const timer = setInterval(() => {
    left -= 1;
    if (left < 0) clearInterval(timer);
    else socket.write("x");
  }, pause);
  const answer = await text(socket).catch(() => "");
  clearInterval(timer);
  socket.destroy();
  await close();
  return answer;
}

const FORM = "multipart/form-data; boundary=x";

test("uploads may take longer than other bodies, as long as bytes keep arriving", async () => {
  const [upload, other, silent] = await Promise.all([
    answerTo(FORM, 100, 5_000),
    answerTo("application/json", 100, 5_000),
    answerTo(FORM, 5_000, 300),
  ]);
  expect(upload).toContain("8 bytes");
  expect(other).toMatch(/^HTTP\/1\.1 408 /);
  expect(silent).toBe("");
});
