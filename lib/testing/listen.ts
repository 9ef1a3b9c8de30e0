import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** Makes a server listen on a free port of this machine. Returns the port. */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // It listens on a port, so this isn't a socket's path.
  return (server.address() as AddressInfo).port;
}
