import type { Metadata } from "next";
import { twoStepActions } from "@/app/(auth)/two-step/panel-actions";
import { LoginLink } from "@/components/account/login-link";
import { PasswordForm } from "@/components/account/password-form";
import { SettingsSection } from "@/components/settings/settings-section";
import { TwoStepPanel } from "@/components/sign-in/two-step-panel";
import { hasPassword } from "@/lib/people/account/account";
import { linkOf } from "@/lib/people/sign-in/identities";
import { sayProblemOf } from "@/lib/people/sign-in/sso-rules";
import { twoStepOf } from "@/lib/people/two-step/factors";
import { relyingParty } from "@/lib/people/two-step/relying-party";
import { requestBaseUrl } from "@/lib/web/http";
import { requirePageUser } from "@/lib/web/session";
import { changePassword, setPassword, unlinkLogin } from "../actions";

export const metadata: Metadata = { title: "Security" };

type SecurityPageProps = { searchParams: Promise<{ problem?: string | string[] }> };

/** How you sign in: password, single sign-on and the second step. */
export default async function SecurityPage({ searchParams }: SecurityPageProps) {
  const user = await requirePageUser();
  const [ownsPassword, link] = await Promise.all([hasPassword(user), linkOf(user)]);
  const twoStep = await twoStepOf(user, relyingParty(await requestBaseUrl()).domain);
  return (
    <div className="divide-y">
      <SettingsSection
        title="Password"
        hint={ownsPassword ? "Changing it signs you out on every other device." : "You don't have a password yet."}
      >
        <PasswordForm
          email={user.email}
          hasPassword={ownsPassword}
          passkeys={twoStep.passkeys}
          changePassword={changePassword}
          setPassword={setPassword}
        />
      </SettingsSection>
      {link && (
        <SettingsSection title="Single sign-on" hint="Another way to sign in to this account.">
          <LoginLink
            link={link}
            problem={sayProblemOf((await searchParams).problem, link.name)}
            hasPassword={ownsPassword}
            unlinkLogin={unlinkLogin}
          />
        </SettingsSection>
      )}
      {twoStep.possible && (
        <SettingsSection
          title="Two-step sign-in"
          hint={twoStep.required ? "Required by this workspace." : "A second step in addition to your password."}
        >
          <TwoStepPanel twoStep={twoStep} actions={twoStepActions} />
        </SettingsSection>
      )}
    </div>
  );
}
