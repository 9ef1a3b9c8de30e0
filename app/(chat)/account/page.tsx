import type { Metadata } from "next";
import { cookies } from "next/headers";
import { AccountSection } from "@/components/account/account-section";
import { DeviceList } from "@/components/account/device-list";
import { PasswordForm } from "@/components/account/password-form";
import { ProfileForm } from "@/components/account/profile-form";
import { AppearanceChoices } from "@/components/appearance/appearance-choices";
import { DENSITY_COOKIE, toDensity } from "@/components/appearance/density";
import { THEME_COOKIE, toTheme } from "@/components/appearance/theme";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { DesktopNotifications } from "@/components/notifications/desktop-notifications";
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
          <AppearanceChoices
            rendered={{
              theme: toTheme(jar.get(THEME_COOKIE)?.value),
              density: toDensity(jar.get(DENSITY_COOKIE)?.value),
            }}
          />
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
