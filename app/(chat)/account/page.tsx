import type { Metadata } from "next";
import { cookies } from "next/headers";
import Link from "next/link";
import { twoStepActions } from "@/app/(auth)/two-step/panel-actions";
import { AccountSection } from "@/components/account/account-section";
import { AppearanceChoices } from "@/components/account/appearance-choices";
import { DENSITY_COOKIE, THEME_COOKIE, toDensity, toTheme } from "@/components/account/choices";
import { DeviceList } from "@/components/account/device-list";
import { LoginLink } from "@/components/account/login-link";
import { PasswordForm } from "@/components/account/password-form";
import { ProfileForm } from "@/components/account/profile-form";
import { TwoStepPanel } from "@/components/auth/two-step-panel";
import { SavedSwitch } from "@/components/forms/saved-switch";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { DesktopNotifications } from "@/components/notifications/desktop-notifications";
import { KeepingSwitch } from "@/components/offline/keeping-switch";
import { MutedPeople } from "@/components/people/muted-people";
import { buttonStyle } from "@/components/ui/button-style";
import { requirePageUser } from "@/lib/auth/session";
import { wantsDigest } from "@/lib/digest/subscription";
import { sendsMail } from "@/lib/mail/send-mail";
import { paths } from "@/lib/paths";
import { twoStepOf } from "@/lib/two-step/factors";
import { relyingParty } from "@/lib/two-step/relying-party";
import { hasPassword, toMe } from "@/lib/users/account";
import { linkOf } from "@/lib/users/identities";
import { mutedPeople } from "@/lib/users/muted-authors";
import { ownProfile } from "@/lib/users/profile";
import { listSessions } from "@/lib/users/sessions";
import { sayProblemOf } from "@/lib/users/sso-rules";
import { requestBaseUrl } from "@/lib/web/http";
import {
  changePassword,
  setAvatar,
  setDigest,
  setPassword,
  setShowsLocalTime,
  setShowsPresence,
  signOutDevice,
  signOutOthers,
  unlinkLogin,
  updateProfile,
} from "./actions";

export const metadata: Metadata = { title: "Account" };

type AccountPageProps = { searchParams: Promise<{ problem?: string | string[] }> };

/** One's own name, appearance, notifications, password, login by single sign-on, two-step sign-in and sessions. */
export default async function AccountPage({ searchParams }: AccountPageProps) {
  const user = await requirePageUser();
  const me = toMe(user);
  const [sessions, ownsPassword, link] = await Promise.all([listSessions(user), hasPassword(user), linkOf(user)]);
  const [own, muted] = await Promise.all([ownProfile(user), mutedPeople(user)]);
  const twoStep = await twoStepOf(user, relyingParty(await requestBaseUrl()).domain);
  const mailed = sendsMail() ? await wantsDigest(user) : null;
  const jar = await cookies();
  return (
    <>
      <PageHeader title="Account" note={me.email} />
      <PageBody className="divide-y sm:px-6">
        <AccountSection title="Profile" hint="How others see you.">
          <ProfileForm
            me={me}
            title={own.title}
            givenAvatarUrl={user.avatarUrl}
            updateProfile={updateProfile}
            setAvatar={setAvatar}
          />
          <div className="pt-5">
            <SavedSwitch
              label="Show my local time"
              hint="Others see on your profile what time it is where you are."
              on={own.showsLocalTime}
              field="shows"
              save={setShowsLocalTime}
            />
          </div>
        </AccountSection>
        <AccountSection title="Presence" hint="Who sees when you are here.">
          <SavedSwitch
            label="Show when I'm here"
            hint="Others see a dot while you have Parley open, and when you are typing. Nothing of it is kept."
            on={user.showsPresence}
            field="shows"
            save={setShowsPresence}
          />
        </AccountSection>
        <AccountSection title="Appearance" hint="Kept in this browser.">
          <AppearanceChoices
            rendered={{
              theme: toTheme(jar.get(THEME_COOKIE)?.value),
              density: toDensity(jar.get(DENSITY_COOKIE)?.value),
            }}
          />
        </AccountSection>
        <AccountSection title="Notifications" hint="What you are told of, and how.">
          <DesktopNotifications />
          <Link href={paths.accountNotifications} className={buttonStyle("secondary", "medium", "mt-3")}>
            Notification settings
          </Link>
        </AccountSection>
        <AccountSection title="Without a network" hint="For this device.">
          <KeepingSwitch />
        </AccountSection>
        <AccountSection title="Muted people" hint="You don't hear of them. They aren't told.">
          <MutedPeople people={muted} />
        </AccountSection>
        {mailed !== null && (
          <AccountSection title="Mail" hint="To your account's address.">
            <SavedSwitch
              label="Mail me what I missed"
              hint="Mentions and direct messages, once you have been away for an hour. One mail until you are back."
              on={mailed}
              field="on"
              save={setDigest}
            />
          </AccountSection>
        )}
        <AccountSection
          title="Password"
          hint={ownsPassword ? "A new one signs you out on every other device." : "You have none yet."}
        >
          <PasswordForm
            email={me.email}
            hasPassword={ownsPassword}
            passkeys={twoStep.passkeys}
            changePassword={changePassword}
            setPassword={setPassword}
          />
        </AccountSection>
        {link && (
          <AccountSection title="Single sign-on" hint="Another way into this account.">
            <LoginLink
              link={link}
              problem={sayProblemOf((await searchParams).problem, link.name)}
              hasPassword={ownsPassword}
              unlinkLogin={unlinkLogin}
            />
          </AccountSection>
        )}
        {twoStep.possible && (
          <AccountSection
            title="Two-step sign-in"
            hint={
              twoStep.required
                ? "This workspace requires it of everybody."
                : "Besides your password, something that only you have."
            }
          >
            <TwoStepPanel twoStep={twoStep} actions={twoStepActions} />
          </AccountSection>
        )}
        <AccountSection title="Sessions" hint="Where you are signed in.">
          <DeviceList sessions={sessions} signOutDevice={signOutDevice} signOutOthers={signOutOthers} />
        </AccountSection>
      </PageBody>
    </>
  );
}
