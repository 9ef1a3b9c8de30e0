import type { Metadata } from "next";
import { cookies } from "next/headers";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { DesktopNotifications } from "@/components/notifications/desktop-notifications";
import { AccountSection } from "@/components/people/account-section";
import { DENSITY_COOKIE, toDensity } from "@/components/people/density";
import { DensityChoice } from "@/components/people/density-choice";
import { DeviceList } from "@/components/people/device-list";
import { PasswordForm } from "@/components/people/password-form";
import { ProfileForm } from "@/components/people/profile-form";
import { THEME_COOKIE, toTheme } from "@/components/people/theme";
import { ThemeChoice } from "@/components/people/theme-choice";
import { requirePageUser } from "@/lib/auth/session";
import { toMe } from "@/lib/users/account";
import { listSessions } from "@/lib/users/sessions";
import { changePassword, signOutDevice, signOutOthers, updateProfile } from "./actions";

export const metadata: Metadata = { title: "Account" };

/** One's own name, appearance, notifications, password and sessions. */
export default async function AccountPage() {
  const user = await requirePageUser();
  const me = toMe(user);
  const sessions = await listSessions(user);
  const jar = await cookies();
  return (
    <>
      <PageHeader title="Account" note={me.email} />
      <PageBody className="divide-y sm:px-6">
        <AccountSection title="Profile" hint="How others see you.">
          <ProfileForm me={me} givenAvatarUrl={user.avatarUrl} updateProfile={updateProfile} />
        </AccountSection>
        <AccountSection title="Appearance" hint="Kept in this browser.">
          <div className="flex flex-col gap-6">
            <ThemeChoice rendered={toTheme(jar.get(THEME_COOKIE)?.value)} />
            <DensityChoice rendered={toDensity(jar.get(DENSITY_COOKIE)?.value)} />
          </div>
        </AccountSection>
        <AccountSection title="Notifications" hint="Of new messages, in this browser.">
          <DesktopNotifications />
        </AccountSection>
        <AccountSection title="Password" hint="A new one signs you out on every other device.">
          <PasswordForm email={me.email} changePassword={changePassword} />
        </AccountSection>
        <AccountSection title="Sessions" hint="Where you are signed in.">
          <DeviceList sessions={sessions} signOutDevice={signOutDevice} signOutOthers={signOutOthers} />
        </AccountSection>
      </PageBody>
    </>
  );
}
