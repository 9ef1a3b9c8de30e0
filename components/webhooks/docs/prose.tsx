import type { ReactNode } from "react";

/** The sections of the webhook documentation, in order. Don't change the ids: people have saved links to them. */
export const sections = [
  { id: "webhooks", title: "What webhooks are" },
  { id: "first-message", title: "Send your first message" },
  { id: "fields", title: "Fields of a message" },
  { id: "embeds", title: "Fields of an embed" },
  { id: "limits", title: "Limits" },
  { id: "answers", title: "Responses and errors" },
  { id: "idempotency", title: "Safe retries" },
  { id: "rate-limits", title: "Rate limits" },
  { id: "mentions", title: "Mentions" },
  { id: "threads", title: "Threads" },
  { id: "slack", title: "Tools that post to Slack" },
  { id: "mattermost", title: "Tools that post to Mattermost" },
  { id: "discord", title: "Tools that post to Discord" },
  { id: "github", title: "GitHub" },
  { id: "tools", title: "Other tools" },
  { id: "secret", title: "Security" },
  { id: "openapi", title: "OpenAPI" },
] as const;

type SectionId = (typeof sections)[number]["id"];

function titleOf(id: SectionId): string {
  return sections.find((section) => section.id === id)?.title ?? "";
}

/** A section with a heading that links to itself. */
export function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <h2 id={id} className="font-semibold text-xl">
        <a
          href={`#${id}`}
          className="rounded-md hover:underline hover:decoration-2 hover:decoration-border-strong hover:underline-offset-4"
        >
          {titleOf(id)}
        </a>
      </h2>
      {children}
    </section>
  );
}

/** A paragraph with a readable width. */
export function Text({ children }: { children: ReactNode }) {
  return <p className="max-w-[72ch] leading-relaxed [overflow-wrap:anywhere]">{children}</p>;
}

/** A bulleted list. */
export function Points({ items }: { items: readonly { key: string; point: ReactNode }[] }) {
  return (
    <ul className="flex max-w-[72ch] list-disc flex-col gap-1.5 ps-5 leading-relaxed [overflow-wrap:anywhere] marker:text-text-muted">
      {items.map(({ key, point }) => (
        <li key={key}>{point}</li>
      ))}
    </ul>
  );
}

/** Code in a sentence. */
export function InlineCode({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-md bg-surface-hover px-1 py-0.5 font-mono text-sm [overflow-wrap:anywhere]">
      {children}
    </code>
  );
}

/** Underlined, so that links in text are recognizable without color. */
export const linkStyle =
  "rounded-md text-accent underline decoration-1 decoration-accent/45 underline-offset-2 hover:decoration-accent";
