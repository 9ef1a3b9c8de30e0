"use client";

import { clsx } from "clsx";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { Avatar } from "@/components/ui/display/avatar";
import { keepFocus } from "@/components/ui/hooks/keep-focus";
import { Hash, Lock, Users } from "@/components/ui/icons/icons";
import { ListboxOption } from "@/components/ui/lists/listbox-option";
import { membersText } from "@/lib/channels/dto";
import { cleanText } from "@/lib/text/text";
import { isOutside, type Suggestion, type Suggestions } from "./suggestions";

const titles = { person: "People", channel: "Channels", emoji: "Emoji", command: "Commands" };

/** What screen readers say when suggestions are there. */
export function foundText({ items }: Suggestions): string {
  return `${items.length} found. Use the up and down arrow keys.`;
}

/** The suggestions above or below the text. The focus stays in the text field, which handles the keys. */
export function SuggestionList({ id, suggestions, opens, onTake, onActivate }: SuggestionListProps) {
  const { items, active, trigger } = suggestions;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={titles[trigger.kind]}
      // Scrollable, so it must be focusable. While it is open, Tab takes the active option and Shift+Tab goes back.
      tabIndex={0}
      onMouseDown={keepFocus}
      className={clsx(
        opens === "above" ? "bottom-full mb-1.5" : "top-full mt-1.5",
        "absolute inset-x-0 z-20 max-h-[min(19rem,40dvh)] max-w-md animate-appear overflow-y-auto overscroll-contain rounded-xl bg-surface-raised p-1.5 shadow-float",
      )}
    >
      {items.map((item, index) => (
        <Option
          key={"id" in item ? item.id : item.name}
          id={optionId(id, index)}
          item={item}
          active={index === active}
          onTake={() => onTake(index)}
          onActivate={() => onActivate(index)}
        />
      ))}
    </div>
  );
}

function Option({ id, item, active, onTake, onActivate }: OptionProps) {
  return (
    <ListboxOption id={id} active={active} onTake={onTake} onPoint={onActivate} className="target-y text-sm">
      <SuggestionIcon item={item} />
      <span className={clsx("min-w-0 truncate", isOutside(item) ? "text-text-muted" : "font-medium text-text")}>
        {nameOf(item)}
      </span>
      <span className="shrink-0 truncate text-text-muted text-xs">{noteOf(item)}</span>
    </ListboxOption>
  );
}

function SuggestionIcon({ item }: { item: Suggestion }) {
  const icon = "mx-1 size-4 shrink-0 text-text-muted";
  if (item.kind === "everyone" || item.kind === "group") return <Users aria-hidden="true" className={icon} />;
  if (item.kind === "command") return null;
  if (item.kind === "emoji")
    return <span className="w-6 shrink-0 text-center text-lg">{withCustomEmoji(item.emoji)}</span>;
  if (item.kind === "person") {
    const { name, id, avatarUrl, member } = item;
    return <Avatar name={name} seed={id} src={avatarUrl} size={24} className={member ? "" : "grayscale"} />;
  }
  const Icon = item.channelKind === "private" ? Lock : Hash;
  return <Icon aria-hidden="true" className={icon} />;
}

function nameOf(item: Suggestion): string {
  if (item.kind === "command") return `/${item.name} ${item.usage}`.trim();
  if (item.kind === "emoji") return `:${item.name}:`;
  return item.kind === "everyone" || item.kind === "group" ? `@${item.name}` : cleanText(item.name);
}

function noteOf(item: Suggestion): string | null {
  if (item.kind === "command") return item.does;
  if (item.kind === "everyone") return "everyone in this channel";
  if (item.kind === "group")
    return item.here === item.all ? membersText(item.all) : `${item.here} of ${membersText(item.all)} here`;
  return isOutside(item) ? "not in this channel" : null;
}

/** Returns the id of the option at this index. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

type SuggestionListProps = {
  id: string;
  suggestions: Suggestions;
  opens: "above" | "below";
  onTake: (index: number) => void;
  onActivate: (index: number) => void;
};
type OptionProps = { id: string; item: Suggestion; active: boolean; onTake: () => void; onActivate: () => void };
