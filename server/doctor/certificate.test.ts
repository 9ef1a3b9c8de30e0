import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { createServer } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { listenLocally } from "@/lib/testing/listen";
import { checkCertificate } from "@/server/doctor/certificate";
import { freePort } from "@/server/machine/port";

const directory = temporaryDirectory("parley-certificate-");
const [key, cert] = [path.join(directory, "key.pem"), path.join(directory, "cert.pem")];
const server = createServer();
const DAY_MS = 86_400_000;
let url = "";

beforeAll(async () => {
  // Signed by itself, which the check of the address is about.
  const subject = ["-subj", "/CN=localhost", "-days", "60", "-keyout", key, "-out", cert];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject], { stdio: "ignore" });
  server.setSecureContext({ key: readFileSync(key), cert: readFileSync(cert) });
  url = `https://127.0.0.1:${await listenLocally(server)}`;
});
afterAll(() => {
  server.close();
  removeDataDir(directory);
});

test("a certificate that ends within two weeks is a warning, and one that has ended fails", async () => {
  const inDays = (days: number) => checkCertificate(url, Date.now() + days * DAY_MS);
  expect(await inDays(0)).toMatchObject({ level: "ok", says: expect.stringContaining("is valid until") });
  expect(await inDays(45)).toMatchObject({ level: "ok" });
  expect(await inDays(46.5)).toMatchObject({
    level: "warn",
    says: expect.stringMatching(/ ends in 13 days, on \d{4}-/),
  });
  expect(await inDays(59.5)).toMatchObject({ level: "warn", says: expect.stringContaining("ends within a day") });
  expect(await inDays(61)).toMatchObject({ level: "fail", says: expect.stringMatching(/ ended on \d{4}-/) });
});

test("an address without a certificate is left to the check of the address", async () => {
  expect(await checkCertificate(`https://127.0.0.1:${await freePort()}`)).toEqual([]);
  const plain = net.createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  expect(await checkCertificate(`https://127.0.0.1:${await listenLocally(plain)}`)).toEqual([]);
  plain.close();
});
