import { holdsWords, searchWords } from "@/components/ui/lists/search-words";
import type { SenderDto } from "@/lib/webhooks/dto";

/** Returns the senders whose names contain every word of the text, in order. "git lab" finds "GitLab". */
export function findSenders(senders: readonly SenderDto[], text: string): SenderDto[] {
  const words = searchWords(text);
  return senders.filter(({ name, label, mark, aliases = [] }) =>
    holdsWords([label, name, mark ?? "", ...aliases].join("\n"), words),
  );
}

/** Returns the name to suggest for a sender's webhook, or nothing for formats that say nothing about the tool. */
export function suggestedName({ name, label }: Pick<SenderDto, "name" | "label">): string {
  if (["parley", "json", "slack", "mattermost", "discord"].includes(name)) return "";
  // "Gitea, Forgejo, Gogs" posts as "Gitea".
  return label.split(",")[0] ?? "";
}
