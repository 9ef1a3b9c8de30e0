"use client";

import { clsx } from "clsx";
import { useState, useTransition } from "react";
import type { DeferredDialogProps } from "@/components/frame/panels";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { SelectField } from "@/components/ui/controls/select-field";
import { TextArea } from "@/components/ui/controls/text-area";
import { Banner } from "@/components/ui/display/banner";
import { Skeleton } from "@/components/ui/display/skeleton";
import { Form } from "@/components/ui/forms/form";
import { ReadOnlyText } from "@/components/ui/forms/read-only-text";
import { useForm } from "@/components/ui/forms/use-form";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Time } from "@/components/ui/time/time";
import { addressesIn, type InviteDto, type InviteTerms } from "@/lib/people/dto";
import { type InviteActions, useInvites } from "./use-invites";

const MANY = [1, 10, 50, 250, 1000];
const DAYS = [1, 7, 30];

type NewInviteProps = { usual: InviteTerms; create: (terms: InviteTerms) => Promise<void> };

/** Creates another link with the chosen number of uses and days. */
export function NewInvite({ usual, create }: NewInviteProps) {
  const [terms, setTerms] = useState(usual);
  const [busy, startTransition] = useTransition();
  return (
    <section aria-labelledby="new-invite" className="border-t pt-5">
      <h3 id="new-invite" className="mb-2 font-medium text-sm">
        Create another link
      </h3>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Max uses"
          options={withUsual(MANY, usual.maxUses).map((count) => option(count, count === 1 ? "person" : "people"))}
          value={`${terms.maxUses}`}
          onChange={({ target }) => setTerms({ ...terms, maxUses: Number(target.value) })}
        />
        <SelectField
          label="Expires after"
          options={withUsual(DAYS, usual.days).map((count) => option(count, count === 1 ? "day" : "days"))}
          value={`${terms.days}`}
          onChange={({ target }) => setTerms({ ...terms, days: Number(target.value) })}
        />
        <Button busy={busy} className="col-span-2" onClick={() => startTransition(() => create(terms))}>
          Create link
        </Button>
      </div>
    </section>
  );
}

function withUsual(counts: readonly number[], usual: number): number[] {
  return [...new Set([...counts, usual])].sort((a, b) => a - b);
}

function option(count: number, unit: string) {
  return { value: `${count}`, label: `${count} ${unit}` };
}

type Revoke = (invite: InviteDto) => Promise<string | null>;

/** The dialog with the invite link. */
export function InviteDialog({ open, onOpenChange, opener, ...actions }: InviteActions & DeferredDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      opener={opener}
      title="Invite people"
      description="Anyone with this link can join."
    >
      <InviteLinks {...actions} />
    </Dialog>
  );
}

/** The current invite link, a form for another one, and the other active links. */
function InviteLinks(actions: InviteActions) {
  const { invites, error, create, revoke } = useInvites(actions);
  return (
    <>
      {error && <Banner tone="danger">{error}</Banner>}
      {invites ? (
        <div className="flex flex-col gap-6">
          <InviteLink key={invites.current.id} invite={invites.current} revoke={revoke} />
          <section aria-labelledby="mail-invites" className="border-t pt-5">
            <h3 id="mail-invites" className="mb-2 font-medium text-sm">
              Invite by email
            </h3>
            {invites.sendsMail ? (
              <MailInvites mail={actions.mailInvites} />
            ) : (
              <OpenMailApp key={invites.current.url} url={invites.current.url} />
            )}
          </section>
          <NewInvite usual={invites.terms} create={create} />
          {invites.others.length > 0 && <OtherInvites invites={invites.others} revoke={revoke} />}
        </div>
      ) : (
        !error && <Skeleton className="h-28 w-full" />
      )}
    </>
  );
}

function InviteLink({ invite, revoke }: { invite: InviteDto; revoke: Revoke }) {
  return (
    <div>
      <div className="flex items-end gap-2">
        <ReadOnlyText label="Invite link" value={invite.url} className="min-w-0 flex-1" />
        <CopyButton text={invite.url} label="Copy link" variant="primary" />
      </div>
      <InviteFacts invite={invite} className="mt-2" />
      <div className="-ms-2.5 mt-1">
        <RevokeInvite invite={invite} revoke={revoke} label="Revoke this link" />
      </div>
    </div>
  );
}

/** Emails a link to pasted addresses, and names those that the mail server didn't take. */
function MailInvites({ mail }: { mail: InviteActions["mailInvites"] }) {
  const [outcome, setOutcome] = useState<{ failed: string[] } | null>(null);
  const form = useForm({
    fields: ["addresses"],
    send: (values) => {
      setOutcome(null);
      return mail(values);
    },
    done: (failed) => setOutcome({ failed }),
  });
  return (
    <>
      <Form state={form}>
        <TextArea
          label="Email addresses"
          name="addresses"
          required
          placeholder="ada@example.com, grace@example.com"
          hint="Paste up to 50 addresses, separated by commas, spaces or line breaks."
          error={form.errorOf("addresses")}
        />
        <Button type="submit" busy={form.busy}>
          Send invites
        </Button>
      </Form>
      {outcome && (
        <div className="mt-3">
          <Banner tone={outcome.failed.length > 0 ? "danger" : "success"}>
            {outcome.failed.length > 0
              ? `The mail couldn't be sent to ${outcome.failed.join(", ")}. Check the addresses, or send the link yourself.`
              : "Invites sent. The link in them works for everyone you invited."}
          </Banner>
        </div>
      )}
    </>
  );
}

/** Starts a mail with the link in the visitor's own mail app, where Parley has no mail server. */
function OpenMailApp({ url }: { url: string }) {
  const [pasted, setPasted] = useState("");
  const body = encodeURIComponent(`Join us in Parley: ${url}`);
  return (
    <>
      <TextArea
        label="Email addresses"
        placeholder="ada@example.com, grace@example.com"
        hint="Parley has no mail server here, so your mail app sends the link."
        value={pasted}
        onChange={({ target }) => setPasted(target.value)}
      />
      <a
        href={`mailto:?bcc=${addressesIn(pasted).map(encodeURIComponent).join(",")}&subject=Join%20us%20in%20Parley&body=${body}`}
        className={buttonStyle("secondary", "medium", "mt-3 w-full")}
      >
        Open your mail app
      </a>
    </>
  );
}

function OtherInvites({ invites, revoke }: { invites: InviteDto[]; revoke: Revoke }) {
  return (
    <section aria-labelledby="other-invites">
      <h3 id="other-invites" className="mb-2 font-medium text-sm">
        Other active links
      </h3>
      <ul aria-labelledby="other-invites" className="divide-y rounded-xl border">
        {invites.map((invite) => (
          <li key={invite.id} className="flex items-center justify-between gap-3 px-3.5 py-2.5">
            <div className="min-w-0">
              <p className="truncate text-sm">Created by {invite.createdByName}</p>
              <InviteFacts invite={invite} />
            </div>
            {invite.canRevoke && <RevokeInvite invite={invite} revoke={revoke} label="Revoke" />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The uses left and the expiry date. */
function InviteFacts({ invite, className }: { invite: InviteDto; className?: string }) {
  return (
    <p className={clsx("text-sm text-text-muted", className)}>
      {left(invite)}. Expires <Time at={invite.expiresAt} format="date" />.
    </p>
  );
}

function left({ uses, maxUses }: InviteDto): string {
  if (maxUses !== null) return `${maxUses - uses} of ${maxUses} ${maxUses === 1 ? "use" : "uses"} left`;
  return uses === 0 ? "Unlimited uses" : `Unlimited uses, ${uses} so far`;
}

function RevokeInvite({ invite, revoke, label }: { invite: InviteDto; revoke: Revoke; label: string }) {
  return (
    <ConfirmDialog
      trigger={
        <Button size="small" variant="ghost" className="text-danger!">
          {label}
        </Button>
      }
      title={`Revoke ${invite.createdByName}'s invite link?`}
      description="No one else can join with this link. People who already joined stay members."
      confirmText="Revoke"
      onConfirm={() => revoke(invite)}
    />
  );
}
