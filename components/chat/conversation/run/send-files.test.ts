import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LocalFile } from "@/components/chat/composer/files/local-file";
import { aMessage } from "@/lib/testing/message";
import { allowUpload, STOPPED, stopUpload, upload } from "./send";

/** A fake of the browser's XMLHttpRequest. */
class FakeRequest {
  static all: FakeRequest[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = "";
  sent: FormData | null = null;
  constructor() {
    FakeRequest.all.push(this);
  }
  open(): void {}
  getResponseHeader(): null {
    return null;
  }
  abort(): void {
    this.onabort?.();
  }
  send(form: FormData): void {
    this.sent = form;
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = typeof body === "string" ? body : JSON.stringify(body);
    this.onload?.();
  }
}

const file = (name: string): LocalFile => {
  return { key: name, file: new File(["text"], name), url: `blob:${name}`, pixels: null };
};
let nonce = "";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  FakeRequest.all = [];
  nonce = crypto.randomUUID();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const start = () => upload("1", { content: "hi", nonce, threadId: null, files: [file("a.txt"), file("b.txt")] });
// The upload code is imported first. Uses setImmediate, because the other timers are fake.
const turn = setImmediate;
const begun = async () => {
  while (!FakeRequest.all.at(-1)?.sent) await new Promise((resolve) => turn(resolve));
};
const request = (index = 0) => {
  const found = FakeRequest.all[index];
  if (!found) throw new Error("Nothing was sent.");
  return found;
};

test("a message and its files are sent in one form", async () => {
  const outcome = start();
  await begun();
  const form = request().sent;
  expect([form?.get("content"), form?.get("nonce"), form?.has("threadId")]).toEqual(["hi", nonce, false]);
  expect(form?.getAll("files").map((each) => (each instanceof File ? each.name : each))).toEqual(["a.txt", "b.txt"]);
  request().answer(200, aMessage({ content: "hi" }));
  expect(await outcome).toMatchObject({ message: { content: "hi" } });
});

test("a reply with files says if it also appears in the channel", async () => {
  const outcome = upload("1", { content: "hi", nonce, threadId: "2", inChannel: true, files: [file("a.txt")] });
  await begun();
  const form = request().sent;
  expect([form?.get("threadId"), form?.get("inChannel")]).toEqual(["2", "true"]);
  request().answer(200, aMessage({ content: "hi" }));
  await outcome;
});

test("an upload counts as lost after 30 seconds without progress", async () => {
  const outcome = start();
  await begun();
  for (let loaded = 1; loaded <= 10; loaded += 1) {
    vi.advanceTimersByTime(29_000);
    request().upload.onprogress?.({ loaded, total: 20 });
  }
  vi.advanceTimersByTime(29_999);
  expect(FakeRequest.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(await outcome).toMatchObject({ offline: true });
});

test("only failed uploads are sent again", async () => {
  const first = start();
  expect(start()).toBe(first);
  await begun();
  request().onerror?.();
  expect(await first).toMatchObject({ offline: true });
  const second = start();
  await begun();
  request(1).answer(200, aMessage());
  await second;
  expect(await start()).toBe(await second);
  expect(FakeRequest.all).toHaveLength(2);
});

test("an upload can be canceled", async () => {
  const outcome = start();
  await begun();
  expect(stopUpload(nonce)).toBe(true);
  expect(await outcome).toEqual(STOPPED);
});

test("an upload canceled before it starts isn't sent until it is allowed again", async () => {
  expect(stopUpload(nonce)).toBe(false);
  expect([await start(), await start()]).toEqual([STOPPED, STOPPED]);
  expect(FakeRequest.all).toEqual([]);
  allowUpload(nonce);
  const outcome = start();
  await begun();
  request().answer(200, aMessage());
  expect(await outcome).toHaveProperty("message");
});

test.each([
  [413, { error: 'The file "a.txt" can have at most 25 MiB.' }, 'The file "a.txt" can have at most 25 MiB.', false],
  [503, { error: "Try later." }, "Try later.", true],
  [502, "<html>", "The server didn't accept it. Try again.", true],
])("status %i results in an error with a reason", async (status, body, error, offline) => {
  const outcome = start();
  await begun();
  request().answer(status, body);
  expect(await outcome).toEqual({ error, offline });
});
