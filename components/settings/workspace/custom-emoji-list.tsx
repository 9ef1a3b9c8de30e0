"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { EmptyState } from "@/components/ui/display/empty-state";
import { failureOf } from "@/components/ui/forms/failure-of";
import type { FormAction } from "@/components/ui/forms/form-action";
import { SmilePlus } from "@/components/ui/icons/icons";
import { Trash2 } from "@/components/ui/icons/more-icons";
import { FilterField } from "@/components/ui/lists/filter-field";
import { useFirstRows } from "@/components/ui/lists/use-first-rows";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Time } from "@/components/ui/time/time";
import { useEmojiIds } from "@/lib/browser/emoji";
import type { CustomEmojiDto } from "@/lib/messages/emoji/custom/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import { EmojiForm } from "./emoji-form";

// More don't fit on a screen.
const MANY = 20;
const FIRST_ROWS = 30;

type CustomEmojiListProps = { emoji: CustomEmojiDto[]; deleteEmoji: FormAction };

/** The custom emoji. Everyone adds them here, and deletes their own; owners and admins delete all. */
export function CustomEmojiList({ emoji, deleteEmoji }: CustomEmojiListProps) {
  const [adding, setAdding] = useState(false);
  const [query, setQuery] = useState("");
  useRefreshWithEmoji(emoji);
  const add = <Button onClick={() => setAdding(true)}>Add emoji</Button>;
  const shown = emoji.filter(({ name }) => name.includes(query.toLowerCase().replaceAll(":", "")));
  const rows = useFirstRows(shown, FIRST_ROWS);
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="flex w-full flex-wrap items-end gap-3">
        {emoji.length > MANY && (
          <FilterField
            label="Find an emoji"
            placeholder="Name"
            value={query}
            change={setQuery}
            className="min-w-48 flex-1"
          />
        )}
        {emoji.length > 0 && add}
      </div>
      {emoji.length === 0 && (
        <EmptyState icon={<SmilePlus />} title="No custom emoji" action={add}>
          Add your logo, your tools or a running joke. The emoji that everyone has, such as 🚀, aren’t listed here.
        </EmptyState>
      )}
      {emoji.length > 0 && shown.length === 0 && <p className="text-sm text-text-muted">No emoji has this name.</p>}
      {shown.length > 0 && (
        <ul aria-label="Emoji" className="w-full divide-y rounded-xl border">
          {rows.map((each) => (
            <Row key={each.id} emoji={each} deleteEmoji={deleteEmoji} />
          ))}
        </ul>
      )}
      {adding && (
        <Dialog open onOpenChange={setAdding} title="Add an emoji">
          <EmojiForm close={() => setAdding(false)} />
        </Dialog>
      )}
    </div>
  );
}

function Row({ emoji: { id, name, by, createdAt, mayDelete }, deleteEmoji }: RowProps) {
  return (
    <li className="flex items-center gap-3 py-2 ps-4 pe-2">
      {/* biome-ignore lint/performance/noImgElement: it already has the size at which it is shown. */}
      <img
        src={paths.api.emojiImage(id)}
        alt=""
        width={32}
        height={32}
        loading="lazy"
        decoding="async"
        className="size-8 shrink-0"
      />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm">:{name}:</p>
        <p className="truncate text-text-muted text-xs">
          {by === null ? "Added" : `Added by ${cleanText(by)}`} <Time at={createdAt} format="relative" />
        </p>
      </div>
      {mayDelete && (
        <ConfirmDialog
          title={`Delete :${name}:?`}
          description="Messages and reactions that use it show its name instead."
          confirmText="Delete"
          onConfirm={async () => failureOf(await deleteEmoji({ id }))}
          trigger={<IconButton label={`Delete :${name}:`} icon={<Trash2 />} tone="danger" />}
        />
      )}
    </li>
  );
}

type RowProps = { emoji: CustomEmojiDto; deleteEmoji: FormAction };

/** Renders the page again when someone adds or deletes an emoji. */
function useRefreshWithEmoji(emoji: readonly CustomEmojiDto[]): void {
  const { refresh } = useRouter();
  const ids = useEmojiIds();
  const isCurrent =
    Object.values(ids).sort().join() ===
    emoji
      .map(({ id }) => id)
      .sort()
      .join();
  useEffect(() => {
    if (!isCurrent) refresh();
  }, [isCurrent, refresh]);
}
