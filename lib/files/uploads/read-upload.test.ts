import { readdirSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { incomingDir } from "@/lib/files/stores/disk-store";
import { UPLOAD_LIMITS } from "@/lib/files/uploads/dto";
import { isUpload, takeUpload } from "@/lib/files/uploads/read-upload";
import { AppError } from "@/lib/text/errors";

const headers = { get: (name: string) => (name === "content-type" ? "multipart/form-data; boundary=x" : null) };
const part = (disposition: string) => `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;

test.each([
  ["multipart/form-data; boundary=x", true],
  ["Multipart/Form-Data", true],
  ["multipart/form-database", false],
  ["application/json", false],
  [null, false],
])("%o is an upload: %o", (type, answer) => {
  expect(isUpload({ headers: { get: () => type } })).toBe(answer);
});

test("the rest of the body can be read after a refusal, because it isn't canceled", async () => {
  const chunk = new Uint8Array(1024 * 1024);
  let left = UPLOAD_LIMITS.fileBytes / chunk.byteLength + 20;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(part('name="files"; filename="film.mov"'))),
    pull(controller) {
      if (left === 0) return controller.close();
      left -= 1;
      controller.enqueue(chunk);
    },
    cancel() {
      cancelled = true;
    },
  });
  vi.stubEnv("UPLOAD_LIMIT", "off");
  const post = vi.fn();
  const prove = async () => ({ id: 1n });
  await expect(takeUpload(1n, { headers, body }, { prove, post })).rejects.toMatchObject({ code: "too_large" });
  await body.pipeTo(new WritableStream());
  expect([cancelled, post.mock.calls]).toEqual([false, []]);
  vi.unstubAllEnvs();
});

test("who may post is asked after the last byte, and a refused person's files are deleted", async () => {
  const chunks = [part('name="files"; filename="a.txt"'), "first half, ", "second half", "\r\n--x--\r\n"];
  const said: string[] = [];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk === undefined) {
        said.push("the last byte");
        return controller.close();
      }
      controller.enqueue(Buffer.from(chunk));
    },
  });
  const stored = () => readdirSync(incomingDir());
  const before = stored();
  const prove = async () => {
    said.push("who may post");
    expect(stored()).toHaveLength(before.length + 1);
    throw new AppError("unauthenticated", "Sign in to do this.");
  };
  const post = vi.fn();
  vi.stubEnv("UPLOAD_LIMIT", "off");
  await expect(takeUpload(1n, { headers, body }, { prove, post })).rejects.toMatchObject({ code: "unauthenticated" });
  expect([said, post.mock.calls, stored()]).toEqual([["the last byte", "who may post"], [], before]);
  vi.unstubAllEnvs();
});
