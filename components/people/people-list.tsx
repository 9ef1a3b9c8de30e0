"use client";

import { useState } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { afterDialog } from "@/components/ui/after-dialog";
import { latePart } from "@/components/ui/late";
import type { MeDto, PersonDto } from "@/lib/users/dto";
import type { KnownWebhooksDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { mayChange } from "./may-change";
import type { PersonActions } from "./person-menu";
import { PersonRow } from "./person-row";

const KnownWebhooksDialog = latePart(async () => (await import("./known-webhooks-dialog")).KnownWebhooksDialog);

type PeopleListProps = PersonActions & {
  me: MeDto;
  people: PersonDto[];
  regenerateToken: FormAction<WebhookSecretDto>;
};

/** Active people, and apart from them those whose access has ended. */
export function PeopleList({ me, people, regenerateToken, ...actions }: PeopleListProps) {
  const [told, setTold] = useState<{ name: string; known: KnownWebhooksDto } | null>(null);
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
                  onKnown={(name, known) => afterDialog(() => setTold({ name, known }))}
                  {...actions}
                />
              ))}
            </ul>
          </section>
        ))}
      {told && <KnownWebhooksDialog {...told} regenerateToken={regenerateToken} close={() => setTold(null)} />}
    </>
  );
}
