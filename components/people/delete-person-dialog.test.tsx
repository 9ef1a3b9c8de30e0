import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { DeletionPreviewDto } from "@/lib/people/deletion-dto";
import { DeletionForm } from "./delete-person-dialog";

const preview: DeletionPreviewDto = {
  name: "Grace",
  email: "grace@example.com",
  messages: 1204,
  files: 12,
  fileBytes: 3_565_158,
  drafts: 0,
  saved: 0,
  sessions: 1,
  devices: 0,
  webhooks: 0,
  backups: { count: 0, until: null },
  deleting: false,
  reason: null,
};

function form(given: Partial<DeletionPreviewDto> = {}): string {
  const person = { id: "7", name: "Grace" };
  return renderToStaticMarkup(
    <DeletionForm person={person} preview={{ ...preview, ...given }} onDeleted={() => undefined} />,
  );
}

test("messages and files are kept unless their removal is chosen", () => {
  const html = form();
  expect(html).toContain("1,204 messages");
  expect(html).toContain("12 files (3.4 MiB)");
  expect(html.match(/data-state="checked" value="keep"/g)).toHaveLength(2);
  expect(html).not.toContain('data-state="checked" value="remove"');
  expect(html).toContain("Type Grace to confirm.");
  expect(html).toContain("Delete person");
});

test("nothing is asked about what the person doesn't have", () => {
  expect(form({ messages: 0, files: 0 })).not.toContain('role="radiogroup"');
  expect(form({ files: 0 }).match(/role="radiogroup"/g)).toHaveLength(1);
});
