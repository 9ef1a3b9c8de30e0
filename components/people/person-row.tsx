"use client";

import { useOpenDirect } from "@/components/direct/use-open-direct";
import { Present } from "@/components/presence/presence-dot";
import { ProfileButton } from "@/components/profile/profile-button";
import { StatusMark } from "@/components/profile/status-mark";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { PersonDto } from "@/lib/users/dto";
import { PersonMenu, type PersonMenuProps } from "./person-menu";

type PersonRowProps = PersonMenuProps & { isMe: boolean };

const roleWords = { owner: "Owner", admin: "Admin", member: null } as const;

/** One person, whom one can write to, with what the viewer may do about their access. */
export function PersonRow({ person, isMe, may, ...actions }: PersonRowProps) {
  const role = roleWords[person.role];
  return (
    <li id={`person-${person.id}`} className="relative flex min-h-15 items-center gap-3 px-4 py-2.5">
      <Present userId={person.id}>
        <Avatar
          name={person.name}
          seed={person.id}
          src={person.avatarUrl}
          className={person.deactivated ? "grayscale" : ""}
        />
      </Present>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <ProfileButton person={person} className="before:absolute before:inset-y-0 before:start-2 before:w-14" />
          <StatusMark userId={person.id} className="text-sm" />
          {isMe && <span className="text-text-muted text-xs">you</span>}
          {role && <Badge>{role}</Badge>}
        </p>
        <p className="truncate text-sm text-text-muted">{person.email}</p>
      </div>
      {!isMe && !person.deactivated && <MessageButton person={person} />}
      {(may.access || may.role) && <PersonMenu person={person} may={may} {...actions} />}
    </li>
  );
}

function MessageButton({ person: { id, name } }: { person: PersonDto }) {
  const { busy, open } = useOpenDirect();
  return (
    <Button size="small" busy={busy} aria-label={`Message ${name}`} onClick={() => void open([id])}>
      Message
    </Button>
  );
}
