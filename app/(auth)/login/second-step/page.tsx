import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthHeading } from "@/components/sign-in/auth-heading";
import { SecondStepForm } from "@/components/sign-in/second-step-form";
import { relyingParty } from "@/lib/people/two-step/relying-party";
import { secondStepOf } from "@/lib/people/two-step/second-step";
import { paths } from "@/lib/text/paths";
import { requestBaseUrl } from "@/lib/web/http";
import { stepToken } from "@/lib/web/sign-in/sign-in-cookies";
import { beginPasskeyStep } from "../actions";

export const metadata: Metadata = { title: "Two-step sign-in" };

/** Asks for the second step after a correct password. Without a step in progress, it redirects to the sign-in page. */
export default async function SecondStepPage() {
  const step = await secondStepOf(await stepToken(), relyingParty(await requestBaseUrl()));
  if (step === null) redirect(paths.login);
  return (
    <>
      <AuthHeading title="One more step">
        {step.app
          ? "Enter a code to finish signing in."
          : step.passkey
            ? "Use your passkey to finish signing in."
            : "Enter a recovery code to finish signing in."}
      </AuthHeading>
      <SecondStepForm
        step={{ app: step.app, passkey: step.passkey }}
        purpose="sign-in"
        beginPasskey={beginPasskeyStep}
      />
      <p className="mt-6 text-sm text-text-muted">
        Lost your device and recovery codes? Ask an owner or admin to reset your two-step sign-in. If you're the only
        owner, run this on the Parley server:
        <code className="my-2 block overflow-x-auto rounded-md bg-surface-sunken px-3 py-2 font-mono text-text text-xs">
          npm start -- reset-two-step you@example.com
        </code>
        <a href={paths.login} className="text-accent underline underline-offset-2">
          Sign in as someone else
        </a>
      </p>
    </>
  );
}
