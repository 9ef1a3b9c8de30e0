import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MessageArticle } from "@/components/chat/message/message-article";
import { useMutedPeople } from "@/lib/browser/people";
import { RenderedContext } from "@/lib/browser/rendered";
import { parseMarkdown } from "@/lib/messages/markdown/parse";
import { aMessage } from "@/lib/testing/message";
import { AuthorActionProvider } from "./author-action";

const author = { kind: "user", id: "7", name: "Grace Hopper", avatarUrl: null } as const;
const content = "ask <@117430585659490308> and <@117430585659490309>";
const message = aMessage({
  author,
  content,
  embeds: [],
  parsed: [parseMarkdown(content, false)],
  mentions: [{ id: "117430585659490308", name: "Ada", notifies: true }],
});
const workspace = { name: "Acme", logoUrl: null, mayInvite: true, mayCreateChannels: true };
const sidebar = { channels: [], sections: [], threads: [], notices: { any: false, unseen: 0, newest: null } };
const statuses = { 7: { emoji: "📅", text: "In a meeting", endsAt: null } };

function Muted() {
  return <i>{[...useMutedPeople()].join(" ")}</i>;
}

test("a message's first HTML has its author's status, and names that open profiles", () => {
  const html = renderToStaticMarkup(
    <RenderedContext value={{ workspace, sidebar, statuses, emoji: {}, mutedIds: ["5", "6"] }}>
      <AuthorActionProvider actionOf={({ id, name }) => (id ? { name: `Profile of ${name}`, open: () => {} } : null)}>
        <MessageArticle message={message} />
        <Muted />
      </AuthorActionProvider>
    </RenderedContext>,
  );
  expect(html).toContain('role="img" aria-label="In a meeting" title="In a meeting"');
  expect(html).toMatch(/<button[^>]* aria-haspopup="dialog" aria-label="Profile of Grace Hopper"/);
  expect(html).toMatch(/<a href="\/people#person-117430585659490308" aria-haspopup="dialog"[^>]*>@Ada<\/a>/);
  expect(html).toMatch(/<span[^>]*>@unknown person<\/span>/);
  expect(html).toContain("<i>5 6</i>");
});

test("a deleted person's name opens nothing", () => {
  const deleted = { ...message, author: { kind: "user", id: null, name: "Deleted person", avatarUrl: null } as const };
  const html = renderToStaticMarkup(
    <AuthorActionProvider actionOf={({ id, name }) => (id ? { name: `Profile of ${name}`, open: () => {} } : null)}>
      <MessageArticle message={deleted} />
    </AuthorActionProvider>,
  );
  expect(html).toContain("Deleted person");
  expect(html).not.toContain("Profile of Deleted person");
});

test("without profiles, a mention is plain text, and an author without a status has no mark", () => {
  const html = renderToStaticMarkup(<MessageArticle message={message} />);
  expect(html).not.toMatch(/<a |<button|role="img"/);
  expect(html).toContain("@Ada");
});
