import { Resolver } from "node:dns/promises";
import { createWriteStream } from "node:fs";
import { type ClientRequestArgs, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, connect as netConnect, type Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { connect as tlsConnect } from "node:tls";
import { isPublicAddress } from "@/lib/images/public-address";

/** How names become addresses, and how an address is reached: the network itself, or what a test puts in its place. */
export type Network = {
  /** Every address that the name has. Rejects when it has none. */
  resolve: (name: string, signal: AbortSignal) => Promise<string[]>;
  connect: (address: string, port: number) => Socket;
};

export type FetchLimits = { bytes: number; ms: number };

/** Why an address gave no file: `message` is for the log, and never for the reader. */
class RemoteRefused extends Error {}

const MOST_REDIRECTS = 3;
const PORTS = new Set([80, 443, 8080, 8443]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADERS = {
  Accept: "image/avif,image/webp,image/png,image/jpeg,image/gif",
  "Accept-Encoding": "identity",
  "User-Agent": "Parley image proxy",
  Connection: "close",
};

const INTERNET: Network = {
  // Not dns.lookup: it runs in libuv's four threads, and a slow name would hold up file access and password hashing.
  async resolve(name, signal) {
    const resolver = new Resolver({ timeout: 3000, tries: 2 });
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel);
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.removeEventListener("abort", cancel);
    return found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  },
  connect: (address, port) => netConnect({ host: address, port }),
};

/**
 * Writes what a GET of `url` answers to `file`, which must not exist. Each name on the way, through three redirects at most, is resolved
 * once, must have public addresses only, and the connection goes to one of exactly these. Throws RemoteRefused, or what the
 * network throws, when there is no complete answer of status 200 within the limits; something may lie at `file` then.
 */
export async function fetchRemote(
  url: string,
  file: string,
  limits: FetchLimits,
  network: Network = INTERNET,
): Promise<void> {
  const signal = AbortSignal.timeout(limits.ms);
  const response = await follow(url, network, signal);
  try {
    checkHead(response, limits.bytes);
    await pipeline(response, atMost(limits.bytes), createWriteStream(file, { flags: "wx", mode: 0o600 }), { signal });
  } finally {
    response.destroy();
  }
}

/** What is sent to an address, and what it answered: of the body as much as may come, as text. */
export type RemoteRequest = { headers: Record<string, string>; body: Uint8Array };
export type RemoteAnswer = { status: number; headers: IncomingMessage["headers"]; text: string };

/**
 * Sends something to `url` with POST, guarded as `fetchRemote` is, and follows no redirect: it is an answer like any other. Throws
 * RemoteRefused, or what the network throws, when there is no answer within the limits.
 */
export async function postRemote(
  url: string,
  request: RemoteRequest,
  limits: FetchLimits,
  network: Network = INTERNET,
): Promise<RemoteAnswer> {
  const signal = AbortSignal.timeout(limits.ms);
  const to = toUrl(url);
  const response = await ask(to, await addressOf(to, network, signal), network, signal, {
    method: "POST",
    headers: { Connection: "close", ...request.headers },
    body: request.body,
  });
  try {
    const parts: Uint8Array[] = [];
    for await (const part of atMost(limits.bytes)(response)) parts.push(part);
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      text: Buffer.concat(parts).toString("utf8"),
    };
  } finally {
    response.destroy();
  }
}

async function follow(url: string, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  let next = toUrl(url);
  for (let redirects = 0; ; redirects += 1) {
    const address = await addressOf(next, network, signal);
    const response = await ask(next, address, network, signal, { method: "GET", headers: HEADERS });
    const { statusCode = 0, headers } = response;
    if (!REDIRECTS.has(statusCode) || headers.location === undefined) return response;
    response.destroy();
    if (redirects === MOST_REDIRECTS) throw new RemoteRefused(`more than ${MOST_REDIRECTS} redirects`);
    next = toUrl(headers.location, next);
  }
}

// The parser makes the usual form of every way to write an IPv4 address: decimal, octal, hexadecimal, shortened, full-width.
function toUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base)) throw new RemoteRefused("no URL");
  const url = new URL(text, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new RemoteRefused(`the protocol ${url.protocol}`);
  if (url.username !== "" || url.password !== "") throw new RemoteRefused("a password in the URL");
  if (!PORTS.has(portOf(url))) throw new RemoteRefused(`the port ${url.port}`);
  return url;
}

function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

/** The one address to which the connection goes. */
async function addressOf({ hostname }: URL, network: Network, signal: AbortSignal): Promise<string> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(host) ? [host] : await orAborted(network.resolve(host, signal), signal);
  const refused = addresses.find((address) => !isPublicAddress(address));
  if (refused !== undefined) throw new RemoteRefused(`the address ${refused}`);
  const chosen = addresses.find((address) => isIP(address) === 4) ?? addresses[0];
  if (chosen === undefined) throw new RemoteRefused("a name without an address");
  return chosen;
}

type Asked = { method: "GET" | "POST"; headers: Record<string, string>; body?: Uint8Array };

function ask(
  url: URL,
  address: string,
  network: Network,
  signal: AbortSignal,
  { method, headers, body }: Asked,
): Promise<IncomingMessage> {
  const secure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const options: ClientRequestArgs = {
    method,
    path: url.pathname + url.search,
    headers: { Host: url.host, ...headers },
    signal,
    createConnection: () => {
      const socket = network.connect(address, portOf(url));
      return secure ? tlsConnect({ socket, host, ...(isIP(host) === 0 && { servername: host }) }) : socket;
    },
  };
  return new Promise((resolve, reject) => {
    const sending = (secure ? httpsRequest : httpRequest)(options, resolve);
    // We never ask for an upgrade, so an answer with one is refused.
    sending.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new RemoteRefused("an upgrade"));
    });
    sending.on("error", reject);
    sending.end(body);
  });
}

function checkHead({ statusCode, headers }: IncomingMessage, bytes: number): void {
  if (statusCode !== 200) throw new RemoteRefused(`the status ${statusCode}`);
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw new RemoteRefused(`the encoding ${encoding}`);
  if (Number(headers["content-length"] ?? 0) > bytes) throw new RemoteRefused(`more than ${bytes} bytes`);
}

function atMost(bytes: number) {
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > bytes) throw new RemoteRefused(`more than ${bytes} bytes`);
      yield chunk;
    }
  };
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
