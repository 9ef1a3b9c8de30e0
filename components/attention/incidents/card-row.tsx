import { clsx } from "clsx";
import type { MouseEvent, ReactNode } from "react";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { type ChannelNameDto, channelTitle } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import type { RowFacts, RowTone } from "./row-facts";

const tones: Readonly<Record<RowTone, string>> = {
  danger: "text-danger",
  warning: "text-warning",
  success: "text-success",
  neutral: "text-text-muted",
};

type CardRowProps = {
  facts: RowFacts;
  tool: string;
  channel: ChannelNameDto;
  /** The message in its channel. */
  href: string;
  /** Opens it beside the list instead. */
  onOpen?: (event: MouseEvent) => void;
  onFocus?: () => void;
  /** Whether the row is the list's tab stop. */
  tabbable: boolean;
  /** How long it has been, or took. */
  age: ReactNode;
  /** Who takes care of it. */
  face: ReactNode;
};

/** A card as a row: how bad it is, the tool's mark, what it's about and where, its channel, for how long, and who has it. */
export function CardRow({ facts, tool, channel, href, onOpen, onFocus, tabbable, age, face }: CardRowProps) {
  const { word, tone, mark, subject, place } = facts;
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[5rem_1.25rem_minmax(0,1fr)_auto_1.75rem] items-center gap-x-2 text-sm @2xl:grid-cols-[5rem_1.25rem_minmax(0,3fr)_minmax(0,2fr)_minmax(0,8rem)_6.5rem_1.75rem] max-md:grid-cols-[1.25rem_minmax(0,1fr)_auto_1.75rem]">
      <span className={clsx("truncate font-semibold text-xs max-md:col-start-2 max-md:row-start-2", tones[tone])}>
        {word}
      </span>
      <ToolMark mark={mark} tool={tool} />
      <Link
        href={href}
        tabIndex={tabbable ? 0 : -1}
        dir="auto"
        onClick={onOpen}
        onFocus={onFocus}
        className="truncate font-medium hover:underline max-md:row-start-1"
      >
        {withCustomEmoji(subject)}
      </Link>
      <span className="truncate text-text-muted text-xs @max-2xl:hidden">{place}</span>
      <span className="truncate text-text-muted text-xs @max-2xl:hidden">{cleanText(channelTitle(channel))}</span>
      <span className="whitespace-nowrap text-end text-text-muted text-xs tabular-nums max-md:row-start-1">{age}</span>
      <span className="flex justify-end max-md:row-start-1">{face}</span>
    </div>
  );
}

function ToolMark({ mark, tool }: { mark: string | undefined; tool: string }) {
  const name = cleanText(tool);
  return (
    <span title={name} className="flex max-md:row-start-1">
      {mark ? (
        <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" className="size-4.5">
          <use href={`${paths.senderMarks}#${encodeURIComponent(mark)}`} />
        </svg>
      ) : (
        <Avatar name={name} shape="square" size={20} still />
      )}
      <span className="sr-only">{name}</span>
    </span>
  );
}
