"use client";

import { useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { FilterField } from "@/components/ui/filter-field";
import { Skeleton } from "@/components/ui/skeleton";
import { ask, useData } from "@/lib/browser/data";
import type { ChannelMemberDto, ChannelMembersDto } from "@/lib/channels/dto";
import type { MessageDto, SenderDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";
import { cleanText } from "@/lib/text";

// Longer lists get a search field.
const FEW = 8;

type AssignDialogProps = {
  message: MessageDto;
  readerId: string;
  /** Called with the member, or null to remove the assignment. */
  onAssign: (to: SenderDto | null) => void;
  onClose: () => void;
};

/** Chooses the member of the channel who takes care of an incident. The reader comes first. */
export function AssignDialog({ message, readerId, onAssign, onClose }: AssignDialogProps) {
  const address = paths.api.members(message.channelId);
  const [q, setQ] = useState("");
  const all = useData<ChannelMembersDto>(address);
  const searched = useData<ChannelMembersDto>(q === "" ? null : paths.api.members(message.channelId, { q }));
  const { data, failure } = q === "" ? all : searched;
  const hasMany = all.data !== null && (all.data.members.length > FEW || all.data.next !== null);
  const found = data?.members ?? [];
  const isReader = ({ userId }: ChannelMemberDto) => userId === readerId;
  const inOrder = [...found.filter(isReader), ...found.filter((member) => !isReader(member))];
  const assigned = message.incident?.assignedTo ?? null;
  const choose = (to: SenderDto | null) => {
    onAssign(to);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Assign incident"
      description="They're notified in the card's thread."
    >
      {hasMany && <FilterField label="Find a member" hideLabel placeholder="Find a member" value={q} change={setQ} />}
      {data === null && !failure && <Skeleton className="h-24" />}
      {failure && (
        <p role="alert" className="flex items-center justify-between gap-2 text-danger text-sm">
          Couldn't load the members. Check your connection and try again.
          <Button size="small" onClick={() => ask(q === "" ? address : paths.api.members(message.channelId, { q }))}>
            Try again
          </Button>
        </p>
      )}
      {data !== null && found.length === 0 && <p className="text-sm text-text-muted">No member has that name.</p>}
      <ul aria-label="Members" className="-mx-2 max-h-80 overflow-y-auto">
        {inOrder.map(({ userId: id, name, avatarUrl }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === assigned?.id}
              className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 text-start text-sm hover:bg-surface-hover aria-pressed:font-semibold"
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
