import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { env } from "@/lib/process/env";
import { commandLine } from "@/server/machine/processes";

// Below it, only root may listen, unless the system is set up otherwise.
const FIRST_OF_USERS = 1024;
// Belongs to every Linux machine, and no one sends anything there.
const UNUSED_ADDRESS = "127.255.255.254";
const ANSWER_MILLISECONDS = 1_000;

/**
 * Throws if the port can't be used, naming the process that uses it if possible. Never listens on it, because a proxy
 * may send a request within that moment, which is lost when the port closes again.
 */
export async function checkPort(port: number, host: string | undefined): Promise<void> {
  const code = await refusalOf(port, host);
  if (code !== null) throw await cannotListen(code, port, host);
}

async function refusalOf(port: number, host: string | undefined): Promise<string | null> {
  const code = await tryPort(0, host);
  if (code !== null || port === 0) return code;
  if (needsRoot(port) && (await tryPort(port, UNUSED_ADDRESS)) === "EACCES") return "EACCES";
  const answers = await Promise.all(addressesOf(host).map((address) => isAnswered(port, address)));
  return answers.includes(true) ? "EADDRINUSE" : null;
}

/** Returns whether only root may usually listen on the port. */
export function needsRoot(port: number): boolean {
  return port > 0 && port < FIRST_OF_USERS;
}

/** Returns an error that says why listening failed, by its code, and what to do. */
export async function cannotListen(code: string, port: number, host: string | undefined): Promise<Error> {
  const other = "Choose another one, for example PORT=3000 npm start.";
  if (code === "EACCES") return new Error(`Only root can use port ${port}. ${other}`);
  if (code === "EADDRNOTAVAIL")
    return new Error(
      `HOST=${host ?? ""} isn't an address of this machine. Change it, or unset it to listen on all addresses.`,
    );
  if (code !== "EADDRINUSE") return new Error(`Can't use port ${port} (${code}). ${other}`);
  const pid = listenerOn(port);
  const holder = pid === null ? "another process" : `process ${pid} (${nameOf(pid)})`;
  return new Error(
    `Port ${port} is in use by ${holder}. Stop it, or run PORT=${await nextFree(port + 1, host)} npm start.`,
  );
}

/** Returns the URL at which a Parley on this port is reached from this machine. */
export function localUrl(port: number): string {
  const { host } = env;
  if (host === undefined || host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Listens on the port for a server that will take the socket over. Until then, connections are reset at once. */
export function holdPort(port: number, host: string | undefined): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.resetAndDestroy());
    server.once("error", reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => resolve(server));
  });
}

/**
 * Returns a free TCP port. It's below those that Linux (from 32768) and macOS (from 49152) use for outgoing connections,
 * which could take it first.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_768);
    if ((await tryPort(port, undefined)) === null) return port;
  }
}

/** Returns the addresses at which something that listens on the port would be in the way. */
function addressesOf(host: string | undefined): string[] {
  if (host === undefined || host === "::") return ["127.0.0.1", "::1"];
  return [host === "0.0.0.0" ? "127.0.0.1" : host];
}

async function isAnswered(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: ANSWER_MILLISECONDS });
    const end = (isOther: boolean) => {
      resolve(isOther);
      socket.destroy();
    };
    // A connection may get the port as its own end, and then reaches itself.
    socket.once("connect", () => end(socket.localPort !== port));
    socket.once("error", () => end(false));
    socket.once("timeout", () => end(false));
  });
}

function nameOf(pid: number): string {
  const command = commandLine(pid) ?? "";
  return command.length > 80 ? `${command.slice(0, 80)}…` : command;
}

/** Returns the error code of listening on the port, or null if it's free. */
async function tryPort(port: number, host: string | undefined): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => server.close(() => resolve(null)));
  });
}

async function nextFree(port: number, host: string | undefined): Promise<number> {
  for (let candidate = port; candidate < 65_535; candidate += 1) {
    if ((await tryPort(candidate, host)) === null) return candidate;
  }
  return 3000;
}

function listenerOn(port: number): number | null {
  try {
    if (process.platform !== "linux") {
      return (
        Number(
          execFileSync("lsof", ["-nP", "-t", `-iTCP:${port}`, "-sTCP:LISTEN"], { encoding: "utf8" }).split("\n")[0],
        ) || null
      );
    }
    const sockets = new Set(["/proc/net/tcp", "/proc/net/tcp6"].flatMap((table) => listeningSockets(table, port)));
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return Number(pids.find((pid) => openFiles(pid).some((file) => sockets.has(file)))) || null;
  } catch {
    return null;
  }
}

function listeningSockets(table: string, port: number): string[] {
  const rows = readFileSync(table, "utf8").split("\n").slice(1);
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(suffix) && columns[3] === "0A")
    .map((columns) => `socket:[${columns[9]}]`);
}

function openFiles(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        return "";
      }
    });
  } catch {
    return [];
  }
}
