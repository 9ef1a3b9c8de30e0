import { execFileSync, spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { until } from "@/lib/testing/until";
import { freePort } from "@/server/machine/port";
import { ROOT } from "@/server/root";
import { debianProgram } from "@/server/testing/debian-program";
import { stopChild } from "@/server/testing/parley-process";
import { exchange } from "../endpoint/exchange";

/** A running proxy. `ca` is what its certificate is signed by; `readLog` returns all that it has logged. */
export type RunningProxy = { url: string; ca: string; readLog: () => string; stop: () => Promise<void> };

type Settings = { directory: string; httpPort: number; httpsPort: number };

/** Starts nginx with docs/deploy/nginx.conf, as its container image does: it replaces the variables in it. */
export async function startNginx(upstreams: string[]): Promise<RunningProxy> {
  const program = await debianProgram("nginx", "nginx-light");
  return start(({ directory, httpPort, httpsPort }) => {
    const [config, log] = [path.join(directory, "nginx.conf"), path.join(directory, "parley.log")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const files = ["-keyout", path.join(directory, "privkey.pem"), "-out", path.join(directory, "fullchain.pem")];
    const key = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"];
    execFileSync("openssl", ["req", ...key, ...subject, ...files], { stdio: "ignore" });
    const site = filledIn(readFileSync(path.join(ROOT, "docs/deploy/nginx.conf"), "utf8"), {
      PARLEY_DOMAIN: "localhost",
      PARLEY_UPSTREAMS: upstreams.map((host) => `server ${host} max_fails=0;`).join(" "),
      PARLEY_CERTIFICATES: directory,
      PARLEY_LOG: log,
      PARLEY_HTTP_PORT: `${httpPort}`,
      PARLEY_HTTPS_PORT: `${httpsPort}`,
    });
    writeFileSync(path.join(directory, "parley.conf"), site);
    // What Debian's nginx.conf has around a site, with everything that nginx writes in this directory.
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    const http = temporary.map((name) => `${name}_temp_path ${directory}/${name};`).join(" ");
    const state = `pid ${directory}/nginx.pid; error_log ${directory}/error.log;`;
    writeFileSync(config, `${state} events {} http { ${http} include ${directory}/parley.conf; }\n`);
    execFileSync(program, ["-t", "-q", "-c", config], { stdio: "pipe" });
    return {
      child: spawn(program, ["-c", config, "-g", "daemon off;"], { stdio: "ignore" }),
      signal: "SIGQUIT",
      certificate: path.join(directory, "fullchain.pem"),
      logs: [log, path.join(directory, "error.log")],
    };
  });
}

/** Starts Caddy with docs/deploy/Caddyfile, which signs its certificate itself. */
export async function startCaddy(upstreams: string[]): Promise<RunningProxy> {
  const program = await debianProgram("caddy");
  return start(({ directory, httpPort, httpsPort }) => {
    const log = path.join(directory, "caddy.log");
    const env = {
      ...process.env,
      HOME: directory,
      XDG_DATA_HOME: directory,
      XDG_CONFIG_HOME: directory,
      PARLEY_DOMAIN: "localhost",
      PARLEY_UPSTREAM: upstreams.join(" "),
      PARLEY_TLS: "internal",
      PARLEY_HTTP_PORT: `${httpPort}`,
      PARLEY_HTTPS_PORT: `${httpsPort}`,
    };
    const args = ["run", "--adapter", "caddyfile", "--config", path.join(ROOT, "docs/deploy/Caddyfile")];
    const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"] });
    writeFileSync(log, "");
    child.stderr.setEncoding("utf8").on("data", (text: string) => writeFileSync(log, text, { flag: "a" }));
    return {
      child,
      signal: "SIGTERM",
      certificate: path.join(directory, "caddy/pki/authorities/local/root.crt"),
      logs: [log],
    };
  });
}

type StartedProxy = { child: ReturnType<typeof spawn>; signal: NodeJS.Signals; certificate: string; logs: string[] };

async function start(run: (settings: Settings) => StartedProxy): Promise<RunningProxy> {
  const directory = temporaryDirectory("parley-proxy-");
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const url = `https://localhost:${httpsPort}`;
  const { child, signal, certificate, logs } = run({ directory, httpPort, httpsPort });
  const readLog = () => logs.map((log) => readFileSync(log, "utf8")).join("");
  const stop = async () => {
    await stopChild(child, signal);
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    return await until(async () => {
      if (child.exitCode !== null) throw new Error(`The proxy ended with code ${child.exitCode}.`);
      const ca = readFileSync(certificate, "utf8");
      const { status } = await exchange(url, { method: "GET", path: "/api/health", ca });
      if (status !== 200) throw new Error(`The proxy answers ${status}.`);
      return { url, ca, readLog, stop };
    });
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Replaces `${NAME}` like envsubst. nginx's own `$name` and `${other}` stay. */
function filledIn(template: string, values: Record<string, string>): string {
  return template.replace(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
