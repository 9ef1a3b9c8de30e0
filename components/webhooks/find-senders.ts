import { holdsWords, searchWords } from "@/components/ui/search-words";
import type { SenderDto } from "@/lib/webhooks/dto";

/** The senders whose names hold every word of the text, in their order. "GitLab" is found by "git lab", too. */
export function findSenders(senders: readonly SenderDto[], text: string): SenderDto[] {
  const words = searchWords(text);
  return senders.filter(({ name, label, mark, aliases = [] }) =>
    holdsWords([label, name, mark ?? "", ...aliases].join("\n"), words),
  );
}
