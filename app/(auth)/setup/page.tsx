import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { setUp } from "@/app/(auth)/actions";
import { AuthHeading } from "@/components/sign-in/auth-heading";
import { SetupForm } from "@/components/sign-in/new-account-forms";
import { needsSetup } from "@/lib/people/create-workspace";
import { paths } from "@/lib/text/paths";
import { isFromThisMachine } from "@/lib/web/session";

export const metadata: Metadata = { title: "Create your workspace" };

/** The first page of an install; afterwards it only points to the sign-in. */
export default async function SetupPage() {
  if (!(await needsSetup())) redirect(paths.login);
  return (
    <>
      <AuthHeading title="Create your workspace">
        You'll be the owner. Everyone else joins with an invite link.
      </AuthHeading>
      <SetupForm setUp={setUp} asksCode={!(await isFromThisMachine())} />
    </>
  );
}
