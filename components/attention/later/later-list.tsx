"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { AuthorAvatar } from "@/components/chat/message/author";
import { MessageLine } from "@/components/chat/message/card/message-line";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Link } from "@/components/ui/controls/link";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { EmptyState } from "@/components/ui/display/empty-state";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { Bell, Bookmark, Check } from "@/components/ui/icons/icons";
import { CheckCheck, Trash2, Undo2 } from "@/components/ui/icons/more-icons";
import { useLivePages } from "@/components/ui/lists/use-pages";
import { toast } from "@/components/ui/overlays/toaster";
import { Time } from "@/components/ui/time/time";
import { ask, useData } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import { channelTitle } from "@/lib/channels/dto";
import type { LaterItemDto, LaterPageDto, LaterView } from "@/lib/messages/later/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import { NewReminder } from "./new-reminder";

const MomentDialog = deferredPart(async () => (await import("@/components/ui/overlays/moment-dialog")).MomentDialog);

const FAILED = "Couldn't load more. Check your connection and try again.";

/** What the user saved, the latest first and live. */
export function LaterList({ show, first }: { show: LaterView; first: LaterPageDto }) {
  const address = paths.api.later(show);
  const live = useData<LaterPageDto>(address, { rendered: first, current: true }).data ?? first;
  const { items, more, busy } = useLivePages(live, async (after) => {
    const answer = await request<LaterPageDto>(paths.api.later(show, after));
    return answer.ok ? answer : { ok: false, error: FAILED };
  });
  const [timing, setTiming] = useState<LaterItemDto | null>(null);
  const change = async (item: LaterItemDto, body: Record<string, unknown>) => {
    const answer = await request(paths.api.laterItem(item.id), { method: "PATCH", body });
    if (!answer.ok) toast.error(answer.error ?? UNREACHABLE);
    ask(address);
  };
  return (
    <>
      {show === "open" && <NewReminder onAdded={() => ask(address)} />}
      {items.length === 0 ? (
        <Nothing show={show} />
      ) : (
        <ul aria-label="Saved for later" className="overflow-hidden border-border max-md:-mx-4 md:rounded-xl md:border">
          {items.map((item) => (
            <LaterRow
              key={item.id}
              item={item}
              onDone={(done) => void change(item, { done })}
              onTime={() => setTiming(item)}
              onRemove={() => void remove(item, address)}
            />
          ))}
        </ul>
      )}
      {more && (
        <Button busy={busy} onClick={more} className="self-center">
          Show more
        </Button>
      )}
      {timing && (
        <MomentDialog
          title="Remind me"
          verb="Set reminder"
          current={timing.remindAt}
          onChoose={(at) => void change(timing, { remindAt: at?.toISOString() ?? null })}
          onClose={() => setTiming(null)}
        />
      )}
    </>
  );
}

async function remove(item: LaterItemDto, address: string): Promise<void> {
  const answer = await request(paths.api.laterItem(item.id), { method: "DELETE" });
  ask(address);
  if (!answer.ok) return void toast.error(answer.error ?? "This wasn't removed. Check your connection and try again.");
  const { message } = item;
  if (!message) return toast("Removed");
  const undo = async () => {
    const { channelId, id } = message.message;
    const body = item.remindAt === null ? {} : { remindAt: item.remindAt };
    await request(paths.api.saved(channelId, id), { method: "PUT", body });
    ask(address);
  };
  toast("Removed from Later", { action: { label: "Undo", onClick: () => void undo() } });
}

type LaterRowProps = {
  item: LaterItemDto;
  onDone: (done: boolean) => void;
  onTime: () => void;
  onRemove: () => void;
};

function LaterRow({ item, onDone, onTime, onRemove }: LaterRowProps) {
  const { message: found, text, gone, remindAt, remindedAt, done } = item;
  return (
    <li className="relative flex items-start gap-3 border-border px-4 py-3 not-first:border-t hover:bg-surface-hover">
      {found ? (
        <AuthorAvatar author={found.message.author} className="mt-0.5" />
      ) : (
        <span className="flex size-9 shrink-0 items-center justify-center text-text-muted">
          {gone ? <Bookmark className="size-4" /> : <Bell className="size-4" />}
        </span>
      )}
      <div className="min-w-0 flex-1">
        {found && (
          <p className="truncate text-sm text-text-muted">
            <span className="font-semibold text-text">{cleanText(found.message.author.name)}</span> in{" "}
            {cleanText(channelTitle(found.channel))}
          </p>
        )}
        {found ? (
          <Link
            href={paths.message(found.channel.id, found.message.seq)}
            dir="auto"
            className="line-clamp-2 text-sm wrap-anywhere after:absolute after:inset-0 focus-visible:outline-hidden focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(color:--focus)"
          >
            <MessageLine message={found.message} atMost={240} />
          </Link>
        ) : (
          <p dir="auto" className={clsx("whitespace-pre-line text-sm wrap-anywhere", gone && "text-text-muted italic")}>
            {gone ? "This message was deleted, or you can't see it anymore." : withCustomEmoji(cleanText(text))}
          </p>
        )}
        {(remindAt ?? remindedAt) !== null && (
          <p
            className={clsx("mt-1 text-xs", remindAt === null && !done ? "font-medium text-accent" : "text-text-muted")}
          >
            {remindAt === null ? "Reminded " : "Reminder "}
            <Time at={remindAt ?? remindedAt ?? ""} format="date" />
          </p>
        )}
      </div>
      <div className="relative z-10 -my-1 -me-2 flex">
        {!done && <IconButton label="Change the reminder" icon={<Bell />} onClick={onTime} />}
        <IconButton
          label={done ? "Move back to In progress" : "Mark as done"}
          icon={done ? <Undo2 /> : <Check />}
          onClick={() => onDone(!done)}
        />
        <IconButton label="Remove" icon={<Trash2 />} tone="danger" onClick={onRemove} />
      </div>
    </li>
  );
}

function Nothing({ show }: { show: LaterView }) {
  if (show === "done") {
    return (
      <EmptyState icon={<CheckCheck />} title="Nothing is done yet">
        What you mark as done is kept here until you remove it.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Bookmark />} title="Nothing saved">
      Choose “Save for later” or “Remind me” in a message's menu, or write a reminder above.
    </EmptyState>
  );
}
