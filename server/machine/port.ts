import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { env } from "@/lib/process/env";
import { commandLine } from "@/server/machine/processes";

/** Throws if the port can't be used, naming the process that uses it if possible. */
export async function checkPort(port: number, host: string | undefined): Promise<void> {
  const code = await tryPort(port, host);
  if (code === null) return;
  if (code === "EACCES")
    throw new Error(`Only root can use port ${port}. Choose another one, for example PORT=3000 npm start.`);
  if (code === "EADDRNOTAVAIL")
    throw new Error(
      `HOST=${host ?? ""} isn't an address of this machine. Change it, or unset it to listen on all addresses.`,
    );
  if (code !== "EADDRINUSE")
    throw new Error(`Can't use port ${port} (${code}). Choose another one, for example PORT=3000 npm start.`);
  const pid = listenerOn(port);
  const holder = pid === null ? "another process" : `process ${pid} (${nameOf(pid)})`;
  throw new Error(
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
