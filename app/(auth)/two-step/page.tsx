import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthHeading } from "@/components/sign-in/auth-heading";
import { SignOutButton } from "@/components/sign-in/sign-out-button";
import { TwoStepPanel } from "@/components/sign-in/two-step-panel";
import { TimeZoneProvider } from "@/components/ui/time/time-zone";
import { twoStepOf } from "@/lib/people/two-step/factors";
import { relyingParty } from "@/lib/people/two-step/relying-party";
import { accountPaths } from "@/lib/text/account-paths";
import { paths } from "@/lib/text/paths";
import { requestBaseUrl, requestTimeZone } from "@/lib/web/http";
import { currentUser, restrictedUser } from "@/lib/web/session";
import { twoStepActions } from "./panel-actions";

export const metadata: Metadata = { title: "Set up two-step sign-in" };

/** The only page people can open until they have set up a required two-step sign-in. */
export default async function SetUpTwoStepPage() {
  const user = await restrictedUser();
  if (!user) redirect((await currentUser()) ? accountPaths.security : paths.login);
  const twoStep = await twoStepOf(user, relyingParty(await requestBaseUrl()).domain);
  return (
    <TimeZoneProvider timeZone={await requestTimeZone()} renderedAt={Date.now()}>
      <AuthHeading title="Set up two-step sign-in">
        This workspace requires two-step sign-in. Set up an authenticator app or a passkey to continue.
      </AuthHeading>
      <TwoStepPanel twoStep={twoStep} thenGo={paths.home} actions={twoStepActions} />
      <p className="mt-6 flex flex-wrap items-center justify-between gap-2 text-sm text-text-muted">
        <span className="min-w-0 break-words">Signed in as {user.email}</span>
        <SignOutButton />
      </p>
    </TimeZoneProvider>
  );
}
