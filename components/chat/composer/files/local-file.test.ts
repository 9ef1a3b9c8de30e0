import { expect, test } from "vitest";
import { isImage } from "@/components/chat/message/attachment/layout";
import { toLocalFile } from "./choose";
import { asAttachment } from "./local-file";

test("an image being sent looks the same as the stored one", () => {
  const file = new File(["bytes"], "p.png", { type: "image/png" });
  const attachment = asAttachment({ key: "k", file, url: "blob:p", pixels: { width: 4, height: 3 } });
  expect(attachment).toMatchObject({ id: "k", name: "p.png", size: 5, width: 4, height: 3, url: "blob:p" });
  expect(isImage(attachment)).toBe(true);
});

test.each(["text/plain", "image/svg+xml", ""])("a file of type %j isn't shown as an image", async (type) => {
  const local = await toLocalFile(new File(["bytes"], "a", { type }));
  expect(isImage(asAttachment(local))).toBe(false);
  expect(asAttachment({ ...local, pixels: null }).contentType).toBe("application/octet-stream");
});
