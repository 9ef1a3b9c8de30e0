"use client";

import { clsx } from "clsx";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { quoteOf } from "@/components/chat/composer/quote";
import { MessageLine } from "@/components/chat/message/card/message-line";
import { openDirect } from "@/components/people/use-open-direct";
import { Button } from "@/components/ui/controls/button";
import { TextArea } from "@/components/ui/controls/text-area";
import { TextField } from "@/components/ui/controls/text-field";
import { Avatar } from "@/components/ui/display/avatar";
import { Banner } from "@/components/ui/display/banner";
import { Hash, Lock, Users } from "@/components/ui/icons/icons";
import { holdsWords, searchWords } from "@/components/ui/lists/search-words";
import { usePick } from "@/components/ui/lists/use-pick";
import { Dialog } from "@/components/ui/overlays/dialog";
import { toast } from "@/components/ui/overlays/toaster";
import { useData } from "@/lib/browser/data";
import { draftKey, readDraft, writeDraft } from "@/lib/browser/drafts";
import { makeNonce } from "@/lib/browser/nonce";
import { request } from "@/lib/browser/request";
import { useMyChannels } from "@/lib/browser/sidebar";
import { channelTitle, type SidebarChannelDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";
import type { FoundPersonDto } from "@/lib/messages/search/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import { useActions } from "./actions-context";

const MOST_SHOWN = 7;

type Place = {
  key: string;
  name: string;
  kind: SidebarChannelDto["kind"];
  channelId: string | null;
  personId?: string;
};

/** Sends a copy of a message to another channel or person, or quotes it in the draft there. */
export function ForwardDialog({ message, onClose }: { message: MessageDto; onClose: () => void }) {
  const router = useRouter();
  const { reader } = useActions();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<Place | null>(null);
  const [comment, setComment] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [nonce] = useState(makeNonce);
  const { places, waiting } = usePlaces(search);
  const from = useMyChannels().find(({ id }) => id === message.channelId);
  const isSecret = from !== undefined && from.kind !== "public" && chosen !== null;
  const send = useRef<HTMLButtonElement>(null);
  const shown = chosen ? [chosen] : places;
  const pick = usePick({
    search,
    items: shown,
    waiting,
    isChosen: ({ key }) => key === chosen?.key,
    pick: setChosen,
    onDone: () => {
      if (!chosen || busy) return;
      // The warning about who will see it comes first.
      if (isSecret) send.current?.focus();
      else void forward(chosen);
    },
  });

  /** Returns the chosen channel's ID, after opening the conversation with a person. Null if that failed. */
  async function targetOf(place: Place): Promise<string | null> {
    if (place.channelId !== null) return place.channelId;
    const opened = await openDirect([place.personId ?? ""]);
    if ("channelId" in opened) return opened.channelId;
    setError(opened.error);
    return null;
  }

  async function forward(place: Place): Promise<void> {
    setBusy(true);
    setError(null);
    const to = await targetOf(place);
    const body = { to, content: comment, nonce };
    const answer =
      to && (await request<MessageDto>(paths.api.forward(message.channelId, message.id), { method: "POST", body }));
    setBusy(false);
    if (!answer) return;
    if (!answer.ok) return setError(answer.error ?? "It wasn't forwarded. Check your connection and try again.");
    const { channelId, seq } = answer.data;
    onClose();
    toast.success(`Forwarded to ${place.name}`, {
      action: { label: "Show", onClick: () => router.push(paths.message(channelId, seq)) },
    });
  }

  async function quote(place: Place): Promise<void> {
    const to = await targetOf(place);
    if (to === null) return;
    const { text, marks } = quoteOf(message);
    const link = `${location.origin}${paths.message(message.channelId, message.seq)}`;
    const key = draftKey(reader.id, to);
    const before = readDraft(key);
    const written = [before?.text.trimEnd(), `${text.trimEnd()}\n${link}`].filter(Boolean).join("\n\n");
    writeDraft(key, { text: `${written}\n\n`, marks: { ...before?.marks, ...marks }, at: Date.now(), channelId: to });
    onClose();
    router.push(paths.channel(to));
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Forward message"
      footer={
        <>
          <Button disabled={chosen === null || busy} onClick={() => chosen && void quote(chosen)}>
            Quote in a draft
          </Button>
          <Button
            ref={send}
            variant="primary"
            busy={busy}
            disabled={chosen === null}
            onClick={() => chosen && void forward(chosen)}
          >
            Forward
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p
          dir="auto"
          className="line-clamp-2 border-border-strong border-s-2 ps-2.5 text-sm text-text-muted wrap-anywhere"
        >
          <span className="font-medium">{cleanText(message.author.name)}</span>{" "}
          <MessageLine message={message} atMost={160} />
        </p>
        <div>
          <TextField
            {...pick.field}
            label="To"
            type="search"
            placeholder="Find a channel or person"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setChosen(null);
            }}
          />
          <p role="status" className="sr-only">
            {pick.said}
          </p>
          <ul id={pick.listId} aria-label="Channels and people" className="-mx-2 mt-1">
            {shown.map((place, index) => (
              <li key={place.key}>
                <button
                  {...pick.row(index)}
                  type="button"
                  aria-pressed={place.key === chosen?.key}
                  onClick={() => setChosen(place.key === chosen?.key ? null : place)}
                  className={clsx(
                    "flex min-h-10 w-full items-center gap-3 rounded-md px-2 text-start text-sm hover:bg-surface-hover data-active:bg-surface-selected",
                    place.key === chosen?.key && "bg-surface-selected font-medium",
                  )}
                >
                  <PlaceIcon place={place} />
                  <span className="min-w-0 flex-1 truncate">{cleanText(place.name)}</span>
                  {place.key === chosen?.key && <span className="text-text-muted text-xs">Chosen</span>}
                </button>
              </li>
            ))}
            {shown.length === 0 && !waiting && (
              <li className="px-2 py-2 text-sm text-text-muted">No channel or person matches.</li>
            )}
          </ul>
        </div>
        {isSecret && (
          <Banner tone="neutral">
            Everyone there will see this message, which is from{" "}
            {from.kind === "direct" ? "a direct message" : `the private channel #${from.name}`}.
          </Banner>
        )}
        <TextArea
          label="Comment"
          rows={2}
          maxLength={8_000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
        {error && (
          <p role="alert" className="text-danger text-sm">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Returns the user's channels and conversations, and people without one, that match the search. */
function usePlaces(search: string): { places: Place[]; waiting: boolean } {
  const channels = useMyChannels();
  const { data, failure } = useData<{ people: FoundPersonDto[] }>(paths.api.people(search));
  const words = searchWords(search);
  const own = channels
    .map(
      (channel): Place => ({ key: channel.id, name: channelTitle(channel), kind: channel.kind, channelId: channel.id }),
    )
    .filter(({ name }) => holdsWords(name, words));
  const talked = new Set(
    channels.flatMap(({ kind, people = [] }) =>
      kind === "direct" && people.length === 1 ? (people[0]?.id ?? []) : [],
    ),
  );
  const others = (data?.people ?? [])
    .filter(({ id }) => !talked.has(id))
    .map(({ id, name }): Place => ({ key: `person ${id}`, name, kind: "direct", channelId: null, personId: id }));
  return { places: [...own, ...others].slice(0, MOST_SHOWN), waiting: data === null && !failure };
}

function PlaceIcon({ place: { kind, name, personId } }: { place: Place }) {
  if (personId !== undefined) return <Avatar name={name} seed={personId} src={null} size={20} />;
  const Icon = { public: Hash, private: Lock, direct: Users }[kind];
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-text-muted" />;
}
