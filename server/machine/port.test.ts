import { once } from "node:events";
import { createServer } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { checkPort, freePort } from "./port";

// Connects again and again, from another thread, because this one may be between two steps of the check.
const CONNECTS = `
const { connect } = require("node:net");
const { parentPort, workerData: port } = require("node:worker_threads");
let [tried, accepted] = [0, 0];
const next = () => {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  socket.once("connect", () => { if (socket.localPort !== port) accepted += 1; socket.destroy(); });
  socket.once("close", () => { tried += 1; next(); });
};
parentPort.on("message", () => parentPort.postMessage({ tried, accepted }));
next();
`;

test("while a free port is checked, no connection to it is accepted, so a proxy sends its request elsewhere", async () => {
  const port = await freePort();
  const sender = new Worker(CONNECTS, { eval: true, workerData: port });
  const count = async (): Promise<{ tried: number; accepted: number }> => {
    sender.postMessage(null);
    const [counted] = await once(sender, "message");
    return counted;
  };
  try {
    while ((await count()).tried < 500) await checkPort(port, undefined);
    expect((await count()).accepted).toBe(0);
  } finally {
    await sender.terminate();
  }
});

test.each([
  ["127.0.0.1", undefined],
  ["127.0.0.1", "127.0.0.1"],
  ["0.0.0.0", undefined],
  ["0.0.0.0", "127.0.0.1"],
  ["::", undefined],
])("a port that a process uses at %s can't be used at %s, and the process is named", async (at, host) => {
  const other = createServer();
  const port = await freePort();
  other.listen({ port, host: at });
  await once(other, "listening");
  const holder = process.platform === "linux" ? `process ${process.pid} \\(` : "";
  await expect(checkPort(port, host)).rejects.toThrow(
    new RegExp(`^Port ${port} is in use by ${holder}.*\\. Stop it, or run PORT=\\d+ npm start\\.$`),
  );
  other.close();
  await once(other, "close");
  await checkPort(port, host);
});

test("an address of another machine is named", async () => {
  await expect(checkPort(0, "192.0.2.1")).rejects.toThrow("HOST=192.0.2.1 isn't an address of this machine.");
  await expect(checkPort(await freePort(), "192.0.2.1")).rejects.toThrow("HOST=192.0.2.1 isn't an address");
});
