"use client";

import { SsoButton } from "@/components/sign-in/login-form";
import { Button } from "@/components/ui/controls/button";
import { Banner } from "@/components/ui/display/banner";
import { failureOf } from "@/components/ui/forms/failure-of";
import type { FormAction } from "@/components/ui/forms/form-action";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { Time } from "@/components/ui/time/time";
import type { SsoLinkDto } from "@/lib/people/dto";

type LoginLinkProps = { link: SsoLinkDto; problem: string | null; hasPassword: boolean; unlinkLogin: FormAction };

/** Your single sign-on login, with buttons to link or unlink it. */
export function LoginLink({ link: { name, linked }, problem, hasPassword, unlinkLogin }: LoginLinkProps) {
  return (
    <div className="flex flex-col items-start gap-4">
      {problem && <Banner tone="danger">{problem}</Banner>}
      {linked ? (
        <>
          <div className="w-full rounded-xl border px-3.5 py-2.5">
            <p className="break-words text-sm">Linked: {name}</p>
            <p className="text-text-muted text-xs">
              {linked.email && <span className="break-all">{linked.email} · </span>}
              since <Time at={linked.at} format="date" />
            </p>
          </div>
          {hasPassword ? (
            <ConfirmDialog
              trigger={<Button>Unlink {name}</Button>}
              title={`Unlink ${name}?`}
              description="You'll no longer be able to sign in with it. You can link it again with your password."
              confirmText="Unlink"
              onConfirm={async () => failureOf(await unlinkLogin({}))}
            />
          ) : (
            <p className="text-sm text-text-muted">To unlink it, set a password first.</p>
          )}
        </>
      ) : (
        <>
          <p className="text-sm text-text-muted">
            Not linked. You'll sign in there, then enter this account's password once.
          </p>
          <SsoButton>Link {name}</SsoButton>
        </>
      )}
    </div>
  );
}
