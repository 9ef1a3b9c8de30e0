import { createServer, connect as dial, type Socket } from "node:net";
import { listenLocally } from "@/lib/testing/listen";

/** How many rows a PostgreSQL server has sent, and their bytes. */
export type RowCount = { rows: number; bytes: number };

const DATA_ROW = 68;

/**
 * Stands between a client and the PostgreSQL server of `url`, and counts the rows that pass, whoever asks and by whatever
 * driver. Returns the URL for the client.
 */
export async function countRows(
  url: string,
): Promise<{ url: string; sent: () => RowCount; close: () => Promise<void> }> {
  const total: RowCount = { rows: 0, bytes: 0 };
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = dial(Number(port), hostname);
    const count = rowCounter(total);
    database.on("data", count);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => sockets.delete(from));
    }
  });
  const counted = new URL(url);
  counted.hostname = "127.0.0.1";
  counted.port = `${await listenLocally(server)}`;
  return {
    url: counted.href,
    sent: () => ({ ...total }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Reads a server's messages, each a type's byte and its length, and adds the rows among them to `total`. */
function rowCounter(total: RowCount): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let skip = 0;
  return (chunk) => {
    let data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    rest = Buffer.alloc(0);
    while (data.length > 0) {
      if (skip > 0) {
        const passed = Math.min(skip, data.length);
        skip -= passed;
        data = data.subarray(passed);
        continue;
      }
      if (data.length < 5) {
        rest = Buffer.from(data);
        return;
      }
      const length = data.readInt32BE(1);
      if (data[0] === DATA_ROW) {
        total.rows += 1;
        total.bytes += length;
      }
      skip = length - 4;
      data = data.subarray(5);
    }
  };
}
