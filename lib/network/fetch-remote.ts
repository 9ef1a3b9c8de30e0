import { Resolver } from "node:dns/promises";
import { createWriteStream } from "node:fs";
import { type ClientRequestArgs, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, connect as netConnect, type Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { connect as tlsConnect } from "node:tls";
import { networkOf } from "@/lib/network/client-address";
import { isPublicAddress, ownAddresses } from "@/lib/network/public-address";
import { remembered } from "@/lib/network/remembered";
import { inTurn, type Requester } from "@/lib/process/in-turn";

// Why: docs/decisions/images.md

/** How host names are resolved and connected to. Tests replace the network. */
export type Network = {
  /** Returns every address of a name. Rejects if there is none. */
  resolve: (name: string, signal: AbortSignal) => Promise<string[]>;
  connect: (address: string, port: number) => Socket;
};

export type FetchLimits = { bytes: number; ms: number };

/** Why a URL couldn't be fetched. `message` is for the log only. */
export class RemoteRefusal extends Error {}

/** The same, if the reason may pass, such as a name that can't be resolved now. */
export class RemoteUnavailable extends RemoteRefusal {}

const MOST_REDIRECTS = 3;
// The shares of the total time for connecting to an address, and until its response starts.
const CONNECTED_WITHIN = 0.3;
const ANSWERED_WITHIN = 0.5;
// How many files to fetch from one address at once; people and webhooks take turns.
const AT_ADDRESS = {
  atOnce: 8,
  waiting: 500,
  patience: 10_000,
  refusal: {
    code: "unavailable",
    message: "Too many images are being loaded from that site. Try again in a few seconds.",
  },
} as const;
const PORTS = new Set([80, 443, 8080, 8443]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADERS = {
  Accept: "image/avif,image/webp,image/png,image/jpeg,image/gif",
  "Accept-Encoding": "identity",
  "User-Agent": "Parley image proxy",
  Connection: "close",
};

// Addresses that didn't accept a connection, so that the next request doesn't wait for them again.
const silent = remembered("silent-addresses");

const INTERNET: Network = {
  // Not dns.lookup: it runs in libuv's four threads, and a slow name would hold up file access and password hashing.
  async resolve(name, signal) {
    const resolver = new Resolver({ timeout: 1500, tries: 2 });
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel);
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.removeEventListener("abort", cancel);
    return found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  },
  connect: (address, port) => netConnect({ host: address, port }),
};

/**
 * Downloads `url` to `file`, which must not exist. Follows up to three redirects. Each host name is resolved once,
 * must have only public addresses, and the connection goes to one of them; requests to the same address take turns.
 * Throws RemoteRefused or a network error unless there is a complete response with status 200 within the limits,
 * which don't include waiting for turns; a partial file may remain then. Throws `unavailable` if too many requests
 * wait for that address.
 */
export async function fetchRemote(
  url: string,
  file: string,
  limits: FetchLimits & Requester,
  network: Network = INTERNET,
): Promise<void> {
  await follow(url, HEADERS, limits, network, async (response, signal) => {
    checkHead(response, limits.bytes);
    const target = createWriteStream(file, { flags: "wx", mode: 0o600 });
    await pipeline(response, atMost(limits.bytes), target, { signal });
  });
}

/** The beginning of a page, and where it was found after redirects. */
export type RemotePage = { url: string; contentType: string; body: Buffer };

/**
 * Returns the first `bytes` of the HTML page at `url`, with the same protection as `fetchRemote` and without cookies.
 * Throws like it, and for anything but HTML.
 */
export async function fetchPage(
  url: string,
  limits: FetchLimits & Requester,
  network: Network = INTERNET,
): Promise<RemotePage> {
  const headers = { ...HEADERS, Accept: "text/html,application/xhtml+xml", "User-Agent": "Parley link preview" };
  return follow(url, headers, limits, network, async (response, _signal, at) => {
    checkHead(response, Number.POSITIVE_INFINITY);
    const contentType = response.headers["content-type"] ?? "";
    if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType)) throw new RemoteRefusal("no HTML");
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response as AsyncIterable<Uint8Array>) {
      parts.push(part);
      size += part.byteLength;
      if (size >= limits.bytes) break;
    }
    return { url: at.href, contentType, body: Buffer.concat(parts).subarray(0, limits.bytes) };
  });
}

/** Follows redirects to the response and returns what `take` makes of it. */
async function follow<T>(
  url: string,
  headers: Record<string, string>,
  { by, signal, ...limits }: FetchLimits & Requester,
  network: Network,
  take: (response: IncomingMessage, signal: AbortSignal, at: URL) => Promise<T>,
): Promise<T> {
  const left = { ms: limits.ms };
  let to = toUrl(url);
  for (let redirects = 0; ; redirects += 1) {
    const at: URL = to;
    const address = await within(left, signal, (still) => addressOf(at, network, still));
    const turns = { ...AT_ADDRESS, by: `${by}`, signal };
    const step = await inTurn(
      `fetch-from:${networkOf(address)}`,
      turns,
      (): Promise<{ next: URL } | { taken: T }> =>
        within(left, signal, async (still) => {
          const response = await ask(at, address, network, still, { method: "GET", headers, ms: limits.ms });
          try {
            const { location } = response.headers;
            if (REDIRECTS.has(response.statusCode ?? 0) && location !== undefined) {
              if (redirects === MOST_REDIRECTS) throw new RemoteRefusal(`more than ${MOST_REDIRECTS} redirects`);
              return { next: toUrl(location, at) };
            }
            return { taken: await take(response, still, at) };
          } finally {
            response.destroy();
          }
        }),
    );
    if ("taken" in step) return step.taken;
    to = step.next;
  }
}

/**
 * Runs `run` with a signal that aborts when the remaining time is over or `signal` does, and subtracts the time it
 * took.
 */
async function within<T>(
  left: { ms: number },
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const given = new AbortController();
  const began = performance.now();
  const timer = setTimeout(() => given.abort(new RemoteUnavailable("no answer in time")), left.ms);
  const giveUp = () => given.abort(signal?.reason);
  if (signal?.aborted) giveUp();
  signal?.addEventListener("abort", giveUp);
  try {
    return await run(given.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
    left.ms -= performance.now() - began;
  }
}

/** A request to an address, and its response with as much of the body as the limit allows, as text. */
export type RemoteRequest = { headers: Record<string, string>; body: Uint8Array };
export type RemoteAnswer = { status: number; headers: IncomingMessage["headers"]; text: string };

/**
 * Sends a POST to `url`, with the same protection as `fetchRemote`. Doesn't follow redirects, which are returned like
 * any other response. Throws RemoteRefused or a network error if there is no response within the limits.
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
    ms: limits.ms,
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

// The parser normalizes all notations of an IPv4 address: decimal, octal, hexadecimal, shortened, full-width.
function toUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base)) throw new RemoteRefusal("no URL");
  const url = new URL(text, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new RemoteRefusal(`the protocol ${url.protocol}`);
  if (url.username !== "" || url.password !== "") throw new RemoteRefusal("a password in the URL");
  if (!PORTS.has(portOf(url))) throw new RemoteRefusal(`the port ${url.port}`);
  return url;
}

function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

/** Returns the one address to connect to. */
async function addressOf({ hostname }: URL, network: Network, signal: AbortSignal): Promise<string> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(host) ? [host] : await orAborted(network.resolve(host, signal), signal);
  const own = await orAborted(
    ownAddresses((name) => network.resolve(name, signal)),
    signal,
  );
  const refused = addresses.find((address) => !isPublicAddress(address, own));
  if (refused !== undefined) {
    // A name may have another address tomorrow.
    const Refused = isIP(host) ? RemoteRefusal : RemoteUnavailable;
    throw new Refused(`the address ${refused}`);
  }
  const chosen = addresses.find((address) => isIP(address) === 4) ?? addresses[0];
  if (chosen === undefined) throw new RemoteUnavailable("a name without an address");
  return chosen;
}

type RequestParts = { method: "GET" | "POST"; headers: Record<string, string>; body?: Uint8Array; ms: number };

async function ask(
  url: URL,
  address: string,
  network: Network,
  signal: AbortSignal,
  { method, headers, body, ms }: RequestParts,
): Promise<IncomingMessage> {
  const secure = url.protocol === "https:";
  const endpoint = `${address} ${portOf(url)}`;
  if (silent.has(endpoint)) throw new RemoteUnavailable("an address that didn't answer a moment ago");
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const options: ClientRequestArgs = {
    method,
    path: url.pathname + url.search,
    headers: { Host: url.host, ...headers },
    signal,
    createConnection: () => {
      const socket = network.connect(address, portOf(url));
      const connecting = setTimeout(() => {
        silent.add(endpoint);
        sending.destroy(new RemoteUnavailable("no connection in time"));
      }, ms * CONNECTED_WITHIN);
      for (const event of ["connect", "close"]) socket.once(event, () => clearTimeout(connecting));
      return secure ? tlsConnect({ socket, host, ...(isIP(host) === 0 && { servername: host }) }) : socket;
    },
  };
  const sending = (secure ? httpsRequest : httpRequest)(options);
  const answering = setTimeout(() => sending.destroy(new RemoteUnavailable("no answer in time")), ms * ANSWERED_WITHIN);
  return new Promise<IncomingMessage>((resolve, reject) => {
    sending.on("response", resolve);
    // We never request an upgrade, so a response with one is refused.
    sending.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new RemoteRefusal("an upgrade"));
    });
    sending.on("error", reject);
    sending.end(body);
  }).finally(() => clearTimeout(answering));
}

// Errors of the client that asking later, or another server, may not have.
const PASSING = new Set([407, 408, 421, 425, 429]);

/** Whether a status says that the URL has no file, however often it's asked. */
const isFinal = (status = 0): boolean => status >= 400 && status < 500 && !PASSING.has(status);

function checkHead({ statusCode, headers }: IncomingMessage, bytes: number): void {
  if (statusCode !== 200)
    throw new (isFinal(statusCode) ? RemoteRefusal : RemoteUnavailable)(`the status ${statusCode}`);
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw new RemoteRefusal(`the encoding ${encoding}`);
  if (Number(headers["content-length"] ?? 0) > bytes) throw new RemoteRefusal(`more than ${bytes} bytes`);
}

function atMost(bytes: number) {
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > bytes) throw new RemoteRefusal(`more than ${bytes} bytes`);
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
