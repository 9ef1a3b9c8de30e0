"use client";

import { signOut } from "next-auth/react";
import type { FormAction } from "@/components/forms/form-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { paths } from "@/lib/paths";
import { leaveFor } from "./sign-in";

/** Ends every session, on this device and all others. */
export function SignOutEverywhere({ signOutEverywhere }: { signOutEverywhere: FormAction }) {
  async function leave(): Promise<string | null> {
    const result = await signOutEverywhere({});
    if (!result.ok) return result.error;
    await signOut({ redirect: false });
    await leaveFor(paths.login);
    return null;
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-sm text-text-muted">
        If a device was lost, or you forgot to sign out somewhere, end every session.
      </p>
      <ConfirmDialog
        trigger={<Button>Sign out everywhere</Button>}
        title="Sign out everywhere?"
        description="Every browser that is signed in with your account, this one included, is signed out at once."
        confirmText="Sign out everywhere"
        onConfirm={leave}
      />
    </div>
  );
}
