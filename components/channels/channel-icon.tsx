import { Hash, Lock } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import type { SidebarChannelDto } from "@/lib/channels/dto";

/** What stands before a channel's name: its sign, or of a direct message the other's picture, or how many the others are. */
export function ChannelIcon({ channel: { kind, people } }: { channel: Pick<SidebarChannelDto, "kind" | "people"> }) {
  const [only, ...more] = people ?? [];
  if (!only) {
    const Icon = kind === "private" ? Lock : Hash;
    return <Icon aria-hidden="true" className="size-4 shrink-0" />;
  }
  // As wide as the signs above with what they leave free, so that all names begin on one line.
  if (more.length === 0) {
    return <Avatar name={only.name} seed={only.id} src={only.avatarUrl} size={20} className="-mx-0.5" />;
  }
  return (
    <span
      aria-hidden="true"
      className="-mx-0.5 inline-flex size-5 shrink-0 items-center justify-center rounded-full bg-surface-hover font-semibold text-xs tabular-nums ring-1 ring-border ring-inset"
    >
      {more.length + 1}
    </span>
  );
}
