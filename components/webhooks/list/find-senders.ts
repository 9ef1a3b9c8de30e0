import { holdsWords, searchWords } from "@/components/ui/lists/search-words";
import { paths } from "@/lib/text/paths";
import type { SenderDto } from "@/lib/webhooks/dto";

/** Returns the senders whose names contain every word of the text, in order. "git lab" finds "GitLab". */
export function findSenders(senders: readonly SenderDto[], text: string): SenderDto[] {
  const words = searchWords(text);
  return senders.filter(({ name, label, mark, aliases = [] }) =>
    holdsWords([label, name, mark ?? "", ...aliases].join("\n"), words),
  );
}

// Which tool posts in them isn't known.
const FORMATS: ReadonlySet<string> = new Set(["parley", "json", "slack", "mattermost", "discord"]);

/** Returns the logo that a sender's webhook has without another avatar; null for formats and tools without one. */
export function logoOf({ name, mark }: Pick<SenderDto, "name" | "mark">): string | null {
  return mark === null || FORMATS.has(name) ? null : paths.senderMark(mark);
}

/** Returns the name to suggest for a sender's webhook, or nothing for formats that say nothing about the tool. */
export function suggestedName({ name, label }: Pick<SenderDto, "name" | "label">): string {
  if (FORMATS.has(name)) return "";
  // "Gitea, Forgejo, Gogs" posts as "Gitea".
  return label.split(",")[0] ?? "";
}
