"use client";

import { useState } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { ProfileButton } from "@/components/people/profile-button";
import { StatusMark } from "@/components/people/status-mark";
import { useOpenDirect } from "@/components/people/use-open-direct";
import { Present } from "@/components/presence/presence";
import { afterDialog } from "@/components/ui/after-dialog";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { latePart } from "@/components/ui/late";
import type { MeDto, PersonDto } from "@/lib/users/dto";
import type { KnownWebhooksDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { mayChange } from "./may-change";
import { type PersonActions, PersonMenu, type PersonMenuProps } from "./person-menu";

type PersonRowProps = PersonMenuProps & { isMe: boolean };

const roleWords = { owner: "Owner", admin: "Admin", member: null } as const;

/** A person, with a button to message them and a menu to manage their access. */
function PersonRow({ person, isMe, may, ...actions }: PersonRowProps) {
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

const KnownWebhooksDialog = latePart(async () => (await import("./known-webhooks-dialog")).KnownWebhooksDialog);

type PeopleListProps = PersonActions & {
  me: MeDto;
  people: PersonDto[];
  regenerateToken: FormAction<WebhookSecretDto>;
};

/** Active people, followed by deactivated ones. */
export function PeopleList({ me, people, regenerateToken, ...actions }: PeopleListProps) {
  const [shownWebhooks, setShownWebhooks] = useState<{ name: string; known: KnownWebhooksDto } | null>(null);
  const active = people.filter(({ deactivated }) => !deactivated);
  const deactivated = people.filter((person) => person.deactivated);
  const sections = [
    { id: "people-active", title: active.length === 1 ? "1 person" : `${active.length} people`, people: active },
    { id: "people-deactivated", title: "Deactivated", people: deactivated },
  ];
  return (
    <>
      {sections
        .filter((section) => section.people.length > 0)
        .map((section) => (
          <section key={section.id} aria-labelledby={section.id}>
            <h2 id={section.id} className="mb-2 font-medium text-sm text-text-muted">
              {section.title}
            </h2>
            <ul aria-labelledby={section.id} className="divide-y rounded-xl border">
              {section.people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  isMe={person.id === me.id}
                  may={mayChange(me, person)}
                  onKnown={(name, known) => afterDialog(() => setShownWebhooks({ name, known }))}
                  {...actions}
                />
              ))}
            </ul>
          </section>
        ))}
      {shownWebhooks && (
        <KnownWebhooksDialog
          {...shownWebhooks}
          regenerateToken={regenerateToken}
          close={() => setShownWebhooks(null)}
        />
      )}
    </>
  );
}
