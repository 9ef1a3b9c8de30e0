/** The parts of the webhook documentation in their order. Ids are in links that people have kept. */
export const sections = [
  { id: "webhooks", title: "What a webhook is" },
  { id: "first-message", title: "Send the first message" },
  { id: "fields", title: "Fields of a message" },
  { id: "embeds", title: "Fields of an embed" },
  { id: "limits", title: "Limits" },
  { id: "answers", title: "Answers and errors" },
  { id: "idempotency", title: "Repeating safely" },
  { id: "rate-limits", title: "Rate limits" },
  { id: "mentions", title: "Mentions" },
  { id: "threads", title: "Threads" },
  { id: "slack", title: "For tools that post to Slack" },
  { id: "discord", title: "For tools that post to Discord" },
  { id: "github", title: "For GitHub" },
  { id: "tools", title: "For other tools" },
  { id: "secret", title: "Keeping the URL secret" },
  { id: "openapi", title: "OpenAPI" },
] as const;

export type SectionId = (typeof sections)[number]["id"];

export function titleOf(id: SectionId): string {
  return sections.find((section) => section.id === id)?.title ?? "";
}
