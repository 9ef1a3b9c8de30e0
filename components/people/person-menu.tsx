"use client";

import { Ellipsis, ShieldCheck, ShieldMinus, UserCheck, UserX } from "lucide-react";
import { useState } from "react";
import { failureOf } from "@/components/forms/failure-of";
import type { FormAction } from "@/components/forms/form-action";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toaster";
import type { PersonDto } from "@/lib/users/dto";
import type { MayChange } from "./may-change";

/** What owners and admins can do to a person. */
export type PersonActions = { setActive: FormAction; setPersonRole: FormAction };

type PersonMenuProps = PersonActions & { person: PersonDto; may: MayChange };

/** What can be done about a person's access. */
export function PersonMenu({ person, may, setActive, setPersonRole }: PersonMenuProps) {
  const [asking, setAsking] = useState(false);
  const { id: userId, name, deactivated } = person;
  const admin = person.role === "admin";

  async function changeAccess(): Promise<string | null> {
    const failure = failureOf(await setActive({ userId, active: deactivated }));
    if (!failure) toast.success(deactivated ? `${name} can sign in again` : `${name} was deactivated`);
    return failure;
  }

  async function changeRole(): Promise<void> {
    const failure = failureOf(await setPersonRole({ userId, role: admin ? "member" : "admin" }));
    if (failure) toast.error(failure);
    else toast.success(admin ? `${name} is a member now` : `${name} is an admin now`);
  }

  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis />} />}>
        {may.role && (
          <MenuItem icon={admin ? <ShieldMinus /> : <ShieldCheck />} onSelect={() => void changeRole()}>
            {admin ? "Make member" : "Make admin"}
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
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={deactivated ? `Reactivate ${name}?` : `Deactivate ${name}?`}
        description={
          deactivated
            ? "They can sign in again, with the channels they were in."
            : "They are signed out everywhere at once and can't sign in any more. What they wrote stays."
        }
        confirmText={deactivated ? "Reactivate" : "Deactivate"}
        tone={deactivated ? "neutral" : "danger"}
        onConfirm={changeAccess}
      />
    </>
  );
}
