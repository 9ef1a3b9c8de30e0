"use client";

import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/text-field";
import { Avatar } from "@/components/ui/display/avatar";
import { Skeleton } from "@/components/ui/display/skeleton";
import { holdsWords, searchWords } from "@/components/ui/lists/search-words";
import { usePick } from "@/components/ui/lists/use-pick";
import { Dialog } from "@/components/ui/overlays/dialog";
import { ask, useData } from "@/lib/browser/data";
import type { ChannelMemberDto, ChannelMembersDto } from "@/lib/channels/dto";
import type { MessageDto, SenderDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";

type AssignDialogProps = {
  message: MessageDto;
  readerId: string;
  /** Called with the member, or null to remove the assignment. */
  onAssign: (to: SenderDto | null) => void;
  onClose: () => void;
};

/** Chooses the member of the channel who takes care of an incident. The reader comes first. */
export function AssignDialog({ message, readerId, onAssign, onClose }: AssignDialogProps) {
  const [search, setSearch] = useState("");
  const q = search.trim();
  const address = paths.api.members(message.channelId);
  const all = useData<ChannelMembersDto>(address);
  // Only a channel with more members than one answer has needs to be searched on the server.
  const searches = q !== "" && all.data?.next != null;
  const asked = searches ? paths.api.members(message.channelId, { q }) : address;
  const { data, failure } = useData<ChannelMembersDto>(asked);
  const words = searchWords(search);
  const found = (data ?? all.data)?.members.filter(({ name }) => (searches && data) || holdsWords(name, words)) ?? [];
  const isReader = ({ userId }: ChannelMemberDto) => userId === readerId;
  const inOrder = [...found.filter(isReader), ...found.filter((member) => !isReader(member))];
  const assigned = message.incident?.assignedTo ?? null;
  const choose = (to: SenderDto | null) => {
    onAssign(to);
    onClose();
  };
  const waiting = data === null && !failure;
  const pick = usePick({ search, items: inOrder, waiting, pick: ({ userId: id, name }) => choose({ id, name }) });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Assign incident"
      description="They're notified in the card's thread."
    >
      <TextField
        {...pick.field}
        label="Find a member"
        hideLabel
        type="search"
        placeholder="Find a member"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p role="status" className="sr-only">
        {pick.said}
      </p>
      {waiting && found.length === 0 && <Skeleton className="mt-2 h-24" />}
      {failure && (
        <p role="alert" className="flex items-center justify-between gap-2 text-danger text-sm">
          Couldn't load the members. Check your connection and try again.
          <Button size="small" onClick={() => ask(asked)}>
            Try again
          </Button>
        </p>
      )}
      {!waiting && !failure && found.length === 0 && (
        <p className="mt-2 text-sm text-text-muted">No member has that name.</p>
      )}
      <ul id={pick.listId} aria-label="Members" className="-mx-2 mt-2 max-h-80 overflow-y-auto">
        {inOrder.map(({ userId: id, name, avatarUrl }, index) => (
          <li key={id}>
            <button
              {...pick.row(index)}
              type="button"
              aria-pressed={id === assigned?.id}
              className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 text-start text-sm hover:bg-surface-hover aria-pressed:font-semibold data-active:bg-surface-selected"
              onClick={() => choose({ id, name })}
            >
              <Avatar name={name} seed={id} src={avatarUrl} size={28} />
              <span className="min-w-0 flex-1 truncate">
                {cleanText(name)}
                {id === readerId && " (you)"}
              </span>
              {id === assigned?.id && <span className="text-text-muted text-xs">Assigned</span>}
            </button>
          </li>
        ))}
      </ul>
      {data?.next && <p className="text-sm text-text-muted">More members match. Search to narrow the list.</p>}
      {assigned && (
        <Button variant="secondary" onClick={() => choose(null)} className="self-start">
          Remove assignment
        </Button>
      )}
    </Dialog>
  );
}
