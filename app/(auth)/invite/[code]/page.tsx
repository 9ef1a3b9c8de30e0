import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { join } from "@/app/(auth)/actions";
import { AuthHeading } from "@/components/auth/auth-heading";
import { JoinForm } from "@/components/auth/new-account-forms";
import { buttonStyle } from "@/components/ui/button-style";
import { currentUser } from "@/lib/auth/session";
import { env } from "@/lib/env";
import { paths } from "@/lib/paths";
import { workspaceName } from "@/lib/users/create-workspace";
import { findInvite, sayEnded } from "@/lib/users/invites";

export const metadata: Metadata = { title: "Join" };

/**
 * The page behind an invite link. It explains why a link has ended, but reveals nothing about codes that never existed.
 */
export default async function InvitePage({ params }: { params: Promise<{ code: string }> }) {
  const { code } = await params;
  const { oidc } = env;
  if (await currentUser()) redirect(paths.home);
  const [name, invite] = await Promise.all([workspaceName(), findInvite(code)]);
  if (name === null) return <EndedInvite why={sayEnded("unknown")} />;
  if ("end" in invite) return <EndedInvite why={sayEnded(invite.end)} />;
  return (
    <>
      <AuthHeading title={`Join ${name}`}>Create your account. You'll pick channels next.</AuthHeading>
      <JoinForm code={code} workspaceName={name} join={join} />
      {oidc && (
        <p className="mt-6 text-sm text-text-muted">
          Or{" "}
          <Link href={paths.login} className="text-accent underline underline-offset-2">
            continue with {oidc.name}
          </Link>
          .
        </p>
      )}
    </>
  );
}

function EndedInvite({ why }: { why: string }) {
  return (
    <>
      <AuthHeading title="This invite link is no longer valid">{why}</AuthHeading>
      <Link href={paths.login} className={buttonStyle("secondary", "medium", "w-full")}>
        Sign in
      </Link>
    </>
  );
}
