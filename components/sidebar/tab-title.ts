/** What a tab's title begins with while this marks what is unread: "(3) " or "• ". */
export function titlePrefix(mark: string): string {
  if (mark === "") return "";
  return mark === "•" ? "• " : `(${mark}) `;
}

/** The title with this prefix in place of the one that it had. */
export function withPrefix(title: string, before: string, prefix: string): string {
  const bare = before !== "" && title.startsWith(before) ? title.slice(before.length) : title;
  return prefix + bare;
}
