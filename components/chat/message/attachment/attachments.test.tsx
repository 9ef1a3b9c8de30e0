import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import { beforeAll, describe, expect, test } from "vitest";
import type { AttachmentDto } from "@/lib/files/uploads/dto";
import { Attachments } from "./attachments";

const file: AttachmentDto = {
  id: "1",
  name: "notes.txt",
  size: 2048,
  contentType: "application/octet-stream",
  width: null,
  height: null,
  description: "",
  url: "/api/attachments/1/notes.txt",
  shown: null,
};
const image = {
  ...file,
  id: "2",
  name: "pic.png",
  contentType: "image/png",
  width: 1120,
  height: 640,
  url: "/api/attachments/2/pic.png",
  shown: { preview: "/api/attachments/2/pic.png?size=preview", large: "/api/attachments/2/pic.png?size=large" },
};

const report = {
  ...file,
  contentType: "application/pdf",
  name: "report.pdf",
  shown: { preview: "/p", large: "/l" },
};

const html = (...attachments: AttachmentDto[]) => renderToStaticMarkup(<Attachments attachments={attachments} />);

// Icons and previews are loaded on their first render.
beforeAll(async () => void (await prerender(<Attachments attachments={[file, report]} />)));

describe("a message's files", () => {
  test("are images with reserved space, and rows to download", () => {
    const out = html(image, file);
    expect(out).toContain("width:700px");
    expect(out).toContain("aspect-ratio:700 / 400");
    expect(out).toContain('alt="pic.png"');
    expect(out).toContain('loading="lazy"');
    expect(out).toContain('src="/api/attachments/2/pic.png?size=preview"');
    expect(out).toContain('href="/api/attachments/1/notes.txt"');
    expect(out).toContain("2 KiB");
  });

  test("are PDFs with their first page, in a space that is there before it", () => {
    expect(html(report)).toContain("aspect-video");
    expect(html({ ...report, shown: null })).not.toContain("aspect-video");
    expect(html(report)).toContain('download="report.pdf"');
  });

  test("use their description as alternative text", () => {
    expect(html({ ...image, description: " A chart\u202e " })).toContain('alt="A chart"');
  });

  test("have names without misleading characters", () => {
    expect(html({ ...file, name: "exe.\u202egpj" })).not.toContain("\u202e");
  });
});
