import { clsx } from "clsx";
import type { Ref } from "react";
import { Avatar } from "@/components/ui/avatar";
import { badgeText } from "@/components/unread/badge-text";
import { MessageRow } from "./message-row";
import type { PaletteItem } from "./palette-item";

type PaletteRowProps = {
  item: PaletteItem;
  id: string;
  selected: boolean;
  choose: () => void;
  /** The pointer moved over it. */
  point: () => void;
  ref?: Ref<HTMLDivElement> | undefined;
};

/** One row of the palette. The field keeps the focus, so a row needs no keys. */
export function PaletteRow({ item, id, selected, choose, point, ref }: PaletteRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
    <div
      ref={ref}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onClick={choose}
      onPointerMove={point}
      className={clsx(
        "flex target-y cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 text-sm",
        item.found && "py-1.5",
        selected && "bg-surface-selected",
      )}
    >
      {item.found ? <MessageRow {...item.found} /> : <PlainRow item={item} />}
    </div>
  );
}

/** One line; a channel's says what is unread in it. */
function PlainRow({ item }: { item: PaletteItem }) {
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
