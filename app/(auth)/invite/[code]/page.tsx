import type { Metadata } from "next";
import { join } from "@/app/(auth)/actions";
import { AuthHeading } from "@/components/sign-in/auth-heading";
import { JoinForm } from "@/components/sign-in/new-account-forms";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { workspaceName } from "@/lib/people/create-workspace";
import { findInvite, sayEnded } from "@/lib/people/sign-in/invites";
import { env } from "@/lib/process/env";
import { paths } from "@/lib/text/paths";
import { currentUser } from "@/lib/web/session";

export const metadata: Metadata = { title: "Join" };

/**
 * The page behind an invite link. It explains why a link has ended, but reveals nothing about codes that never existed.
 */
export default async function InvitePage({ params }: { params: Promise<{ code: string }> }) {
  const { code } = await params;
  const { oidc } = env;
  const [name, invite, user] = await Promise.all([workspaceName(), findInvite(code), currentUser()]);
  const end = "end" in invite ? invite.end : null;
  if (name === null || end !== null) {
    return (
      <InviteNote
        title="This invite link is no longer valid"
        note={sayEnded(end ?? "unknown")}
        workspace={user && name}
      />
    );
  }
  if (user) {
    const note = `You're signed in as ${user.name}. Send this link to someone who isn't a member yet.`;
    return <InviteNote title={`You're already in ${name}`} note={note} workspace={name} />;
  }
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

/** Explains why there is nothing to join. Members get a button to their workspace, everyone else to the sign-in. */
function InviteNote({ title, note, workspace }: { title: string; note: string; workspace: string | null }) {
  return (
    <>
      <AuthHeading title={title}>{note}</AuthHeading>
      <Link
        href={workspace ? paths.home : paths.login}
        className={buttonStyle("secondary", "medium", "w-full min-w-0")}
      >
        <span className="truncate">{workspace ? `Open ${workspace}` : "Sign in"}</span>
      </Link>
    </>
  );
}
