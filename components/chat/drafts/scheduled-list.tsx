"use client";

import { useRef, useState } from "react";
import { ScheduleDialog } from "@/components/chat/composer/schedule-dialog";
import { sendTimeText } from "@/components/chat/composer/schedule-times";
import { EditForm } from "@/components/chat/conversation/actions/edit-form";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { Link } from "@/components/ui/controls/link";
import { EmptyState } from "@/components/ui/display/empty-state";
import { Clock, SendHorizontal, TriangleAlert } from "@/components/ui/icons/icons";
import { Paperclip, Pencil, Trash2 } from "@/components/ui/icons/more-icons";
import { RowAction, RowActions } from "@/components/ui/lists/row-actions";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { toast } from "@/components/ui/overlays/toaster";
import { exactTime } from "@/components/ui/time/time-format";
import { useTimeZone } from "@/components/ui/time/time-zone";
import { useNow } from "@/components/ui/time/use-now";
import { useData } from "@/lib/browser/data";
import { type Answer, type RequestOptions, request, requestAll } from "@/lib/browser/request";
import { useMyChannels } from "@/lib/browser/sidebar";
import { channelTitle } from "@/lib/channels/dto";
import { withPeople } from "@/lib/messages/markdown/mention-grammar";
import type { ScheduledDto } from "@/lib/messages/scheduled/dto";
import { paths } from "@/lib/text/paths";
import { scheduledPaths } from "@/lib/text/scheduled-paths";
import { changeScheduled, refreshScheduled } from "./change-scheduled";
import { PlaceIcon } from "./draft-list";
import { FilePicker, ScheduledFiles } from "./scheduled-files";

/** The user's scheduled messages, the next one first, live. */
export function ScheduledList({ first }: { first: { items: ScheduledDto[] } }) {
  const rendered = { rendered: first.items, current: true };
  const items = useData<ScheduledDto[]>(paths.api.scheduled, { ...rendered, load }).data ?? first.items;
  if (items.length === 0) {
    return (
      <EmptyState icon={<Clock />} title="No scheduled messages">
        To send a message later, write it in its channel and choose a time from the menu beside Send.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Scheduled messages" className="overflow-hidden rounded-xl border">
      {items.map((item) => (
        <ScheduledRow key={item.id} item={item} />
      ))}
    </ul>
  );
}

function load(address: string, signal: AbortSignal): Promise<Answer<ScheduledDto[]>> {
  return requestAll(address, { signal });
}

function ScheduledRow({ item }: { item: ScheduledDto }) {
  const [doing, setDoing] = useState<"edit" | "move" | "delete" | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const actions = useRef<HTMLButtonElement>(null);
  const { files = [] } = item;
  const [unsaved, setUnsaved] = useState<{ text: string; error: string } | null>(null);
  const people = useMyChannels().find(({ id }) => id === item.channelId)?.people;
  const where = placeOf(item);

  async function saveText(content: string): Promise<void> {
    setDoing(null);
    const error = await change(item, { method: "PATCH", body: { content } });
    setUnsaved(error === null ? null : { text: content, error });
    if (error !== null) setDoing("edit");
  }

  return (
    <li className="flex items-start gap-3 border-border px-4 py-3 not-first:border-t">
      {item.channel && (
        <PlaceIcon channel={{ kind: item.channel.kind, ...(people && { people }) }} isThread={item.threadId !== null} />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <PlaceLink item={item} />
          <SendTime item={item} />
        </div>
        {item.problem !== null && (
          <p className="flex items-start gap-1.5 py-1 text-danger text-sm">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>Not sent. {item.problem}</span>
          </p>
        )}
        {doing === "edit" ? (
          <EditForm
            message={{
              channelId: item.channelId,
              content: item.content,
              attachments: files,
              mentions: item.people.map((person) => ({ ...person, notifies: true })),
              mentionsEveryone: false,
            }}
            unsaved={unsaved}
            onSave={(content) => void saveText(content)}
            onDelete={() => setDoing("delete")}
            onCancel={() => {
              setUnsaved(null);
              setDoing(null);
            }}
          />
        ) : (
          <p dir="auto" className="line-clamp-4 whitespace-pre-line text-sm wrap-anywhere empty:hidden">
            {withCustomEmoji(textOf(item))}
          </p>
        )}
        <ScheduledFiles item={item} opener={actions} />
      </div>
      <RowActions ref={actions} label={`Actions for the message to ${where}`}>
        <RowAction icon={<Pencil />} onClick={() => setDoing("edit")}>
          Edit text
        </RowAction>
        <RowAction icon={<Paperclip />} onClick={() => input.current?.click()}>
          Add files
        </RowAction>
        <RowAction icon={<Clock />} onClick={() => setDoing("move")}>
          Change time
        </RowAction>
        <RowAction icon={<SendHorizontal />} onClick={() => void sendNow(item)}>
          Send now
        </RowAction>
        <RowAction icon={<Trash2 />} tone="danger" onClick={() => setDoing("delete")}>
          Delete
        </RowAction>
      </RowActions>
      <FilePicker item={item} input={input} />
      {doing === "move" && (
        <ScheduleDialog
          title="Change time"
          at={new Date(item.sendAt)}
          confirmText="Save time"
          onChoose={(at) => change(item, { method: "PATCH", body: { sendAt: at.toISOString() } })}
          onClose={() => setDoing(null)}
        />
      )}
      <ConfirmDialog
        open={doing === "delete"}
        onOpenChange={(open) => setDoing(open ? "delete" : null)}
        title="Delete scheduled message?"
        description={`The message to ${where} won't be sent, and its text ${files.length > 0 ? "and files are" : "is"} deleted.`}
        confirmText="Delete"
        onConfirm={() => change(item, { method: "DELETE" })}
      />
    </li>
  );
}

function PlaceLink({ item }: { item: ScheduledDto }) {
  const { channel, channelId, threadId } = item;
  const where = placeOf(item);
  if (!channel) return <span className="min-w-0 truncate font-semibold text-sm">{where}</span>;
  return (
    <Link
      href={threadId === null ? paths.channel(channelId) : paths.thread(channelId, threadId)}
      className="min-w-0 truncate font-semibold text-sm hover:underline"
    >
      {where}
    </Link>
  );
}

function SendTime({ item: { sendAt, problem } }: { item: ScheduledDto }) {
  const zone = useTimeZone();
  const now = useNow();
  const at = new Date(sendAt);
  return (
    <time dateTime={sendAt} title={exactTime(at, zone)} className="text-text-muted text-xs tabular-nums">
      {problem === null ? "Sends " : "Was due "}
      {now ? sendTimeText(at, zone, now) : exactTime(at, zone)}
    </time>
  );
}

function placeOf({ channel, threadId, inChannel = false }: ScheduledDto): string {
  if (!channel) return "A channel that you left";
  const title = channelTitle(channel);
  if (threadId === null) return title;
  return inChannel ? `${title} and a thread in it` : `Thread in ${title}`;
}

function textOf({ content, people }: ScheduledDto): string {
  const names = new Map(people.map(({ id, name }) => [id, `@${name}`]));
  return withPeople(content, (id) => names.get(id) ?? `<@${id}>`);
}

function change({ id }: ScheduledDto, options: RequestOptions): Promise<string | null> {
  return changeScheduled(scheduledPaths.message(id), options);
}

async function sendNow({ id }: ScheduledDto): Promise<void> {
  const answer = await request(`${scheduledPaths.message(id)}/send`, { method: "POST" });
  refreshScheduled();
  if (answer.ok) toast.success("Message sent");
  else toast.error(answer.error ?? "The message wasn't sent. Check your connection and try again.");
}
