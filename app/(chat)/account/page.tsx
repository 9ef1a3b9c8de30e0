import type { Metadata } from "next";
import { cookies } from "next/headers";
import Link from "next/link";
import { twoStepActions } from "@/app/(auth)/two-step/panel-actions";
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
import { KeepingSwitch } from "@/components/offline/keeping-switch";
import { MutedPeople } from "@/components/people/muted-people";
import { SettingsSection } from "@/components/settings/settings-section";
import { buttonStyle } from "@/components/ui/button-style";
import { requirePageUser } from "@/lib/auth/session";
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

/** Your profile, preferences and how you sign in. */
export default async function AccountPage({ searchParams }: AccountPageProps) {
  const user = await requirePageUser();
  const me = toMe(user);
  const [sessions, ownsPassword, link] = await Promise.all([listSessions(user), hasPassword(user), linkOf(user)]);
  const [own, muted] = await Promise.all([ownProfile(user), mutedPeople(user)]);
  const twoStep = await twoStepOf(user, relyingParty(await requestBaseUrl()).domain);
  const jar = await cookies();
  return (
    <>
      <PageHeader title="Account" note={me.email} />
      <PageBody className="divide-y sm:px-6">
        <SettingsSection title="Profile" hint="How others see you.">
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
              hint="Your profile shows others what time it is where you are."
              on={own.showsLocalTime}
              field="shows"
              save={setShowsLocalTime}
            />
          </div>
        </SettingsSection>
        <SettingsSection title="Presence" hint="Who can see when you're online.">
          <SavedSwitch
            label="Show when I'm online"
            hint="Others can see when you're online or typing. This isn't stored."
            on={user.showsPresence}
            field="shows"
            save={setShowsPresence}
          />
        </SettingsSection>
        <SettingsSection title="Appearance" hint="Saved in this browser.">
          <AppearanceChoices
            rendered={{
              theme: toTheme(jar.get(THEME_COOKIE)?.value),
              density: toDensity(jar.get(DENSITY_COOKIE)?.value),
            }}
          />
        </SettingsSection>
        <SettingsSection title="Notifications" hint="What you're notified about, when and where.">
          <Link href={paths.accountNotifications} className={buttonStyle("secondary")}>
            Notification settings
          </Link>
        </SettingsSection>
        <SettingsSection title="Offline" hint="Saved on this device.">
          <KeepingSwitch />
        </SettingsSection>
        <SettingsSection title="Muted people" hint="You won't be notified about their messages. They won't know.">
          <MutedPeople people={muted} />
        </SettingsSection>
        <SettingsSection
          title="Password"
          hint={ownsPassword ? "Changing it signs you out on every other device." : "You don't have a password yet."}
        >
          <PasswordForm
            email={me.email}
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
        <SettingsSection title="Sessions" hint="Where you're signed in.">
          <DeviceList sessions={sessions} signOutDevice={signOutDevice} signOutOthers={signOutOthers} />
        </SettingsSection>
      </PageBody>
    </>
  );
}
