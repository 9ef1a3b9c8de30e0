import { expect, test, vi } from "vitest";
import { UPLOAD_LIMITS } from "@/lib/uploads/dto";
import { isUpload, takeUpload } from "@/lib/uploads/read-upload";

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
  await expect(takeUpload(1n, { headers, body }, { allow: async () => undefined, post })).rejects.toMatchObject({
    code: "too_large",
  });
  await body.pipeTo(new WritableStream());
  expect([cancelled, post.mock.calls]).toEqual([false, []]);
  vi.unstubAllEnvs();
});
