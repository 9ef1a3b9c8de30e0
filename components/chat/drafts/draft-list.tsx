"use client";

import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { EmptyState } from "@/components/ui/display/empty-state";
import { Hash, Lock, PencilLine, Users } from "@/components/ui/icons/icons";
import { MessagesSquare, Trash2 } from "@/components/ui/icons/more-icons";
import { toast } from "@/components/ui/overlays/toaster";
import { Time } from "@/components/ui/time/time";
import { writeDraft } from "@/lib/browser/drafts";
import { channelTitle, type SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";
import { type DraftItem, useDrafts } from "./drafts-in";

/** The messages that the user began to write, on any device, the latest first. */
export function DraftList() {
  const drafts = useDrafts();
  if (drafts.length === 0) {
    return (
      <EmptyState icon={<PencilLine />} title="No drafts">
        Messages you start writing but don't send are kept here, on all your devices, until you send or discard them.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Drafts" className="overflow-hidden rounded-xl border">
      {drafts.map((item) => (
        <DraftRow key={item.key} item={item} />
      ))}
    </ul>
  );
}

function DraftRow({ item }: { item: DraftItem }) {
  const { channel, threadId, draft } = item;
  const where = placeOf(item);
  return (
    <li className="relative flex items-start gap-3 border-border px-4 py-3 not-first:border-t hover:bg-surface-hover">
      <PlaceIcon channel={channel} isThread={threadId !== null} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <Link
            href={threadId === null ? paths.channel(channel.id) : paths.thread(channel.id, threadId)}
            className="min-w-0 truncate font-semibold text-sm after:absolute after:inset-0 focus-visible:outline-hidden focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(color:--focus)"
          >
            {where}
          </Link>
          {draft.at !== undefined && (
            <span className="ms-auto shrink-0 text-text-muted text-xs">
              <Time at={new Date(draft.at).toISOString()} format="relative" className="min-w-0!" />
            </span>
          )}
        </div>
        <p dir="auto" className="line-clamp-2 whitespace-pre-line text-sm text-text-muted wrap-anywhere">
          {withCustomEmoji(draft.text.trim())}
        </p>
      </div>
      <IconButton
        label={`Discard the draft in ${where}`}
        icon={<Trash2 />}
        tone="danger"
        className="relative z-10 -my-1 -me-2"
        onClick={() => discard(item)}
      />
    </li>
  );
}

type Place = { kind: SidebarChannelDto["kind"]; people?: SidebarChannelDto["people"] };

/** The icon of a channel or thread; a person's avatar for a direct message with one. */
export function PlaceIcon({ channel, isThread }: { channel: Place; isThread: boolean }) {
  const [only, ...more] = channel.people ?? [];
  if (!isThread && only && more.length === 0)
    return <Avatar name={only.name} seed={only.id} src={only.avatarUrl} size={20} className="-mx-0.5" />;
  const Icon = isThread ? MessagesSquare : { public: Hash, private: Lock, direct: Users }[channel.kind];
  return <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-text-muted" />;
}

function placeOf({ channel, threadId }: DraftItem): string {
  return threadId === null ? channelTitle(channel) : `Thread in ${channelTitle(channel)}`;
}

function discard({ key, draft }: DraftItem): void {
  writeDraft(key, null);
  toast("Draft discarded", { action: { label: "Undo", onClick: () => writeDraft(key, draft) } });
}
