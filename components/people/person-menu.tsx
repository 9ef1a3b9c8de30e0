"use client";

import { useState } from "react";
import { IconButton } from "@/components/ui/controls/icon-button";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { failureOf } from "@/components/ui/forms/failure-of";
import type { FormAction } from "@/components/ui/forms/form-action";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { Download, Ellipsis } from "@/components/ui/icons/icons";
import { KeyRound, LogOut, ShieldCheck, ShieldMinus, Trash2, UserCheck, UserX } from "@/components/ui/icons/more-icons";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { Menu } from "@/components/ui/overlays/menu";
import { MenuItem, MenuSeparator } from "@/components/ui/overlays/menu-items";
import { toast } from "@/components/ui/overlays/toaster";
import type { PersonDto } from "@/lib/people/dto";
import type { KnownWebhooksDto } from "@/lib/webhooks/dto";
import type { MayChange } from "./may-change";

/** The actions of owners and admins. */
export type PersonActions = {
  setActive: FormAction<KnownWebhooksDto>;
  setPersonRole: FormAction;
  makeResetLink: FormAction<{ url: string }>;
  resetTwoStep: FormAction;
  startExport: FormAction<{ url: string }>;
  signOutEverywhere: FormAction;
};

const DeletePersonDialog = deferredPart(async () => (await import("./delete-person-dialog")).DeletePersonDialog);
const ExportDialog = deferredPart(
  async () => (await import("@/components/settings/export/export-dialog")).ExportDialog,
);
const ResetLinkDialog = deferredPart(async () => (await import("./reset-link-dialog")).ResetLinkDialog);

const OFFLINE = { ok: false, error: UNREACHABLE } as const;

export type PersonMenuProps = PersonActions & {
  person: PersonDto;
  may: MayChange;
  /** Called with the webhooks whose URLs a deactivated person knows. This row has been replaced by then. */
  onKnown: (name: string, known: KnownWebhooksDto) => void;
  /** Called once their account is deleted. This row is still there. */
  onDeleted: (person: PersonDto) => void;
};

/** The menu to manage a person's access and data. */
export function PersonMenu({ person, may, onKnown, onDeleted, ...actions }: PersonMenuProps) {
  const { setActive, setPersonRole, makeResetLink, resetTwoStep, startExport, signOutEverywhere } = actions;
  const [asking, setAsking] = useState(false);
  const [resetting, setResetting] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [signingOut, setSigningOut] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [resetLink, setResetLink] = useState<string | null>(null);
  const { id: userId, name, deactivated } = person;
  const admin = person.role === "admin";

  async function changeAccess(): Promise<string | null> {
    const result = await setActive({ userId, active: deactivated });
    if (!result.ok) return result.error;
    const { webhooks, elsewhere } = result.data;
    if (webhooks.length + elsewhere > 0) onKnown(name, result.data);
    else toast.success(deactivated ? `${name} can sign in again` : `${name} was deactivated`);
    return null;
  }

  async function changeRole(): Promise<void> {
    const failure = failureOf(await setPersonRole({ userId, role: admin ? "member" : "admin" }));
    if (failure) toast.error(failure);
    else toast.success(admin ? `${name} is now a member` : `${name} is now an admin`);
  }

  async function reset(): Promise<string | null> {
    const failure = failureOf(await resetTwoStep({ userId }));
    if (!failure) toast.success(`Two-step sign-in was reset for ${name}`);
    return failure;
  }

  async function signOut(): Promise<string | null> {
    const failure = failureOf(await signOutEverywhere({ userId }));
    if (!failure) toast.success(`${name} was signed out everywhere`);
    return failure;
  }

  async function makeLink(): Promise<void> {
    const result = await makeResetLink({ userId }).catch(() => OFFLINE);
    if (result.ok) setResetLink(result.data.url);
    else toast.error(result.error);
  }

  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis />} />}>
        {may.role && (
          <MenuItem icon={admin ? <ShieldMinus /> : <ShieldCheck />} onSelect={() => void changeRole()}>
            {admin ? "Make member" : "Make admin"}
          </MenuItem>
        )}
        {may.access && !deactivated && (
          <MenuItem icon={<KeyRound />} onSelect={() => void makeLink()}>
            Create a reset link
          </MenuItem>
        )}
        {may.access && person.hasTwoStep && (
          <MenuItem icon={<KeyRound />} onSelect={() => setResetting(true)}>
            Reset two-step sign-in
          </MenuItem>
        )}
        {may.exports && (
          <MenuItem icon={<Download />} onSelect={() => setExporting(true)}>
            Export data
          </MenuItem>
        )}
        {may.access && !deactivated && (
          <MenuItem icon={<LogOut />} onSelect={() => setSigningOut(true)}>
            Sign out everywhere
          </MenuItem>
        )}
        {may.access && (
          <MenuItem
            icon={deactivated ? <UserCheck /> : <UserX />}
            tone={deactivated ? "neutral" : "danger"}
            onSelect={() => setAsking(true)}
          >
            {deactivated ? "Reactivate" : "Deactivate"}
          </MenuItem>
        )}
        {may.deletion && <MenuSeparator />}
        {may.deletion && (
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => setDeleting(true)}>
            Delete person…
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={deactivated ? `Reactivate ${name}?` : `Deactivate ${name}?`}
        description={
          deactivated
            ? "They can sign in again and get their channels back."
            : "They're signed out everywhere immediately and can't sign in. Their messages are kept."
        }
        confirmText={deactivated ? "Reactivate" : "Deactivate"}
        tone={deactivated ? "neutral" : "danger"}
        onConfirm={changeAccess}
      />
      <ConfirmDialog
        open={resetting}
        onOpenChange={setResetting}
        title={`Reset two-step sign-in for ${name}?`}
        description="This removes their authenticator app, passkeys and recovery codes, and signs them out everywhere. They'll sign in with only a password, so make sure the request really comes from them."
        confirmText="Reset"
        onConfirm={reset}
      />
      {exporting && (
        <ExportDialog
          open
          onOpenChange={setExporting}
          kind="person"
          id={userId}
          name={name}
          startExport={startExport}
        />
      )}
      <ConfirmDialog
        open={signingOut}
        onOpenChange={setSigningOut}
        title={`Sign ${name} out everywhere?`}
        description="All their devices are signed out immediately. They can sign in again with their password. If someone else knows it, create a reset link too."
        confirmText="Sign out everywhere"
        onConfirm={signOut}
      />
      {deleting && (
        <DeletePersonDialog
          person={person}
          startExport={startExport}
          onDeleted={() => {
            setDeleting(false);
            onDeleted(person);
          }}
          close={() => setDeleting(false)}
        />
      )}
      {resetLink !== null && <ResetLinkDialog name={name} url={resetLink} close={() => setResetLink(null)} />}
    </>
  );
}
