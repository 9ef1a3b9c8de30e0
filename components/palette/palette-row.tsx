import { clsx } from "clsx";
import { Command } from "cmdk";
import { AuthorAvatar } from "@/components/chat/message/author";
import { CardLine } from "@/components/chat/message/card/card-line";
import { mentionsOf } from "@/components/chat/message/markdown/mentions";
import { badgeText } from "@/components/frame/unread/badge-text";
import { excerptOf } from "@/components/search/excerpt";
import { firstHit } from "@/components/search/hits";
import { Marked } from "@/components/search/marked";
import { saidBy } from "@/components/search/said";
import { Avatar } from "@/components/ui/display/avatar";
import { Badge } from "@/components/ui/display/badge";
import { Time } from "@/components/ui/time/time";
import { channelTitle } from "@/lib/channels/dto";
import { lineOf } from "@/lib/messages/cards/compose-title";
import type { MessageDto } from "@/lib/messages/dto";
import type { SearchResultDto } from "@/lib/messages/search/dto";
import { cleanText } from "@/lib/text/text";
import type { PaletteItem } from "./palette-item";

type PaletteRowProps = {
  item: PaletteItem;
  /** The section's heading. cmdk identifies rows by value, so a row that moves to another section is a new one. */
  section: string;
  choose: (item: PaletteItem) => void;
};

/** A row of the palette. */
export function PaletteRow({ item, section, choose }: PaletteRowProps) {
  return (
    <Command.Item
      value={`${section} ${item.id}`}
      onSelect={() => choose(item)}
      className={clsx(
        "flex target-y cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-surface-selected",
        item.found && "py-1.5",
      )}
    >
      {item.found ? <MessageLines {...item.found} /> : <NameLine item={item} />}
    </Command.Item>
  );
}

/** An item's name; for a channel also its unread count. */
function NameLine({ item }: { item: PaletteItem }) {
  const { Icon, person, label, note, unread = 0, mentions = 0 } = item;
  return (
    <>
      {person ? (
        <Avatar name={person.name} seed={person.id} src={person.avatarUrl} size={18} className="-mx-px" />
      ) : (
        <Icon aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      )}
      <span className={unread > 0 ? "truncate font-semibold" : "truncate"}>{label}</span>
      {note && <span className="min-w-0 truncate text-text-muted">{note}</span>}
      {unread > 0 && (
        <span className="ms-auto shrink-0 text-text-muted text-xs tabular-nums">
          {mentions > 0 && (
            <span className="me-2 font-semibold text-accent">
              <span aria-hidden="true">@{badgeText(mentions)}</span>
              <span className="sr-only">
                {badgeText(mentions)} {mentions === 1 ? "mention" : "mentions"}
              </span>
            </span>
          )}
          {badgeText(unread)} unread
        </span>
      )}
    </>
  );
}

type MessageLinesProps = { result: SearchResultDto; terms: readonly string[] };

/** The excerpt that matches. A card's is its line, with what of the card matches if that doesn't. */
function Said({ message, terms }: { message: MessageDto; terms: readonly string[] }) {
  const parts = excerptOf(saidBy(message, terms), terms, 140);
  const [embed] = message.embeds;
  if (message.content !== "" || !embed?.card) return <Marked parts={parts} />;
  const marked = (text: string) => <Marked parts={excerptOf([text], terms, 140)} />;
  const isSaid = firstHit(lineOf(embed), terms) !== null;
  return (
    <>
      <CardLine embed={embed} mentions={mentionsOf(message, null)} show={marked} />
      {!isSaid && parts.some(({ hit }) => hit) && (
        <>
          {" "}
          <Marked parts={parts} />
        </>
      )}
    </>
  );
}

/** A message's author, place and time, with the excerpt that matches. */
function MessageLines({ result: { message, channel }, terms }: MessageLinesProps) {
  const { author, createdAt } = message;
  return (
    <>
      <AuthorAvatar author={author} size={24} className="mt-0.5 self-start" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <span className="truncate font-medium [unicode-bidi:isolate]">{cleanText(author.name)}</span>
          {author.kind === "webhook" && <Badge>APP</Badge>}
          <span className="min-w-0 truncate text-text-muted">{channelTitle(channel)}</span>
          <span className="ms-auto shrink-0 ps-2 text-text-muted text-xs">
            <Time at={createdAt} format="date" />
          </span>
        </span>
        <span className="line-clamp-2 text-text-muted wrap-anywhere">
          <Said message={message} terms={terms} />
        </span>
      </span>
    </>
  );
}
