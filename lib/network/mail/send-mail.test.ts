import { type AddressInfo, createServer } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeLetter } from "@/lib/network/mail/letter";
import { sendMail, sendsMail, serverOf } from "@/lib/network/mail/send-mail";
import { log } from "@/lib/process/log";
import { PostOffice } from "@/lib/testing/post-office";

const letter = writeLetter("Hello", [{ text: "Some words." }]);
const mail = { to: "grace@example.com", letter };
const QUICK = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 600 };
const closing: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  vi.stubEnv("BASE_URL", "https://chat.example.com");
  vi.stubEnv("MAIL_FROM", "Parley <parley@example.com>");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function open(options: Parameters<typeof PostOffice.open>[0] = {}): Promise<PostOffice> {
  const office = await PostOffice.open(options);
  closing.push(() => office.close());
  vi.stubEnv("SMTP_URL", office.url);
  return office;
}

const refusing = (responseCode: number, text = "No such thing.") => Object.assign(new Error(text), { responseCode });

test("a mail arrives as text and HTML, marked as automatic", async () => {
  const office = await open();
  const stopUrl = "https://chat.example.com/api/stop-mail/1-a";
  expect(sendsMail()).toBe(true);
  expect(await sendMail({ ...mail, stopUrl })).toBe("sent");
  const [arrived] = office.to("grace@example.com");
  expect(arrived).toMatchObject({
    subject: "Hello",
    text: "Some words.\n",
    html: expect.stringContaining("Some words."),
  });
  expect(arrived?.from?.value).toEqual([{ name: "Parley", address: "parley@example.com" }]);
  const { headers, headerLines } = arrived ?? { headers: new Map(), headerLines: [] };
  expect(headers.get("auto-submitted")).toBe("auto-generated");
  const lines = headerLines.map(({ line }) => line);
  expect(lines).toContain(`List-Unsubscribe: <${stopUrl}>`);
  expect(lines).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
});

test("an ordinary mail has no unsubscribe header, and goes to exactly one address", async () => {
  const office = await open();
  expect(await sendMail({ to: "a+b@example.com", letter })).toBe("sent");
  expect(office.mails[0]?.headers.has("list")).toBe(false);
  expect(await sendMail({ to: "one@example.com, two@example.com", letter })).not.toBe("unknown");
  expect(office.to("two@example.com")).toEqual([]);
});

test("the server gets the user name and password from the URL", async () => {
  const received: unknown[] = [];
  const office = await open({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) => {
      received.push([username, password]);
      done(null, password === "p@ss:w%rd" ? { user: username } : undefined);
    },
  });
  vi.stubEnv("SMTP_URL", `smtp://par%40ley:p%40ss%3Aw%25rd@127.0.0.1:${office.port}`);
  expect(await sendMail(mail)).toBe("sent");
  expect(received).toEqual([["par@ley", "p@ss:w%rd"]]);
  vi.stubEnv("SMTP_URL", `smtp://parley:wrong@127.0.0.1:${office.port}`);
  expect(await sendMail(mail)).toBe("failed");
});

test("a remote server gets the password only over an encrypted connection", async () => {
  const onAuth = vi.fn<NonNullable<SMTPServerOptions["onAuth"]>>((_, __, done) => done(null, { user: "parley" }));
  const office = await open({ authOptional: false, allowInsecureAuth: true, onAuth });
  // An address of this machine that isn't known as such.
  vi.stubEnv("SMTP_URL", `smtp://parley:secret@0.0.0.0:${office.port}`);
  expect(await sendMail(mail)).not.toBe("sent");
  expect(onAuth).not.toHaveBeenCalled();
  expect(office.mails).toEqual([]);
});

test("neither the server's password nor recipients are logged", async () => {
  const logged = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  const office = await open({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) => done(new Error(`${username} ${password} for ${mail.to}`)),
  });
  vi.stubEnv("SMTP_URL", `smtp://parley:s3cret-word@127.0.0.1:${office.port}`);
  expect(await sendMail(mail)).toBe("failed");
  await open({ onRcptTo: ({ address }, _, done) => done(refusing(550, `No such box: ${address}`)) });
  expect(await sendMail(mail)).toBe("refused");
  expect(logged).toHaveBeenCalledTimes(2);
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/s3cret-word|grace/);
  logged.mockRestore();
});

test("permanent and temporary rejections are distinguished", async () => {
  await open({ onRcptTo: (_, __, done) => done(refusing(550)) });
  expect(await sendMail(mail)).toBe("refused");
  await open({ onRcptTo: (_, __, done) => done(refusing(451)) });
  expect(await sendMail(mail)).toBe("failed");
  await open({
    onData: (stream, _, done) => void stream.resume().on("end", () => done(refusing(554))),
  });
  expect(await sendMail(mail)).toBe("refused");
});

test("a server with an untrusted certificate gets no mail", async () => {
  // The server warns that its certificate is public.
  const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const office = await open({ disabledCommands: [] });
  expect(await sendMail(mail)).toBe("failed");
  expect(office.mails).toEqual([]);
  const secure = await open({ secure: true });
  vi.stubEnv("SMTP_URL", `smtps://127.0.0.1:${secure.port}`);
  expect(await sendMail(mail)).toBe("failed");
  expect(secure.mails).toEqual([]);
  consoleError.mockRestore();
});

test("a server that is down or doesn't respond fails in time", async () => {
  const silent = createServer(() => undefined);
  const sockets = new Set<{ destroy: () => void }>();
  silent.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${port}`);
  expect(await sendMail(mail, QUICK)).toBe("failed");
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  expect(await sendMail(mail, QUICK)).toBe("failed");
});

test("if a server takes a whole mail and never confirms it, the outcome is unknown", async () => {
  await open({ onData: (stream) => void stream.resume() });
  expect(await sendMail(mail, QUICK)).toBe("unknown");
});

test("without a server no mail is sent", async () => {
  vi.stubEnv("SMTP_URL", "");
  expect([sendsMail(), await sendMail(mail)]).toEqual([false, "failed"]);
});

test.each([
  ["smtp://mail.example.com", { host: "mail.example.com", port: 587, secure: false, auth: undefined }],
  ["smtps://mail.example.com", { host: "mail.example.com", port: 465, secure: true, auth: undefined }],
  ["smtp://u:100%@[::1]:25", { host: "::1", port: 25, secure: false, auth: { user: "u", pass: "100%" } }],
])("%s", (url, server) => expect(serverOf(url)).toEqual(server));
