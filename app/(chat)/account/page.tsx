import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ProfileSettings } from "@/components/account/profile-settings";
import { StatusSetting } from "@/components/account/status-setting";
import { SettingsSection } from "@/components/settings/settings-section";
import { SavedSwitch } from "@/components/ui/forms/saved-switch";
import { toMe } from "@/lib/people/account/account";
import { ownProfile } from "@/lib/people/profile";
import { accountPaths } from "@/lib/text/account-paths";
import { withParameters } from "@/lib/text/paths";
import { requirePageUser } from "@/lib/web/session";
import { setAvatar, setShowsLocalTime, setShowsPresence, updateProfile } from "./actions";

export const metadata: Metadata = { title: "Profile" };

type ProfilePageProps = { searchParams: Promise<{ problem?: string | string[] }> };

/** Your name, title, avatar and status, and what others see of your day. */
export default async function ProfilePage({ searchParams }: ProfilePageProps) {
  const user = await requirePageUser();
  const { problem } = await searchParams;
  // Instances of the previous version still send people here after linking a login.
  if (typeof problem === "string") redirect(withParameters(accountPaths.security, { problem }));
  const me = toMe(user);
  const own = await ownProfile(user);
  return (
    <div className="divide-y">
      <SettingsSection title="Profile" hint="How others see you.">
        <ProfileSettings
          me={me}
          title={own.title}
          givenAvatarUrl={user.avatarUrl}
          updateProfile={updateProfile}
          setAvatar={setAvatar}
        />
      </SettingsSection>
      <SettingsSection title="Status" hint="What you're up to, beside your name.">
        <StatusSetting userId={me.id} />
      </SettingsSection>
      <SettingsSection title="Presence" hint="What others can see about your availability.">
        <div className="flex flex-col gap-5">
          <SavedSwitch
            label="Show when I'm online"
            hint="Others can see when you're online or typing. This isn't stored."
            on={user.showsPresence}
            field="shows"
            save={setShowsPresence}
          />
          <SavedSwitch
            label="Show my local time"
            hint="Your profile shows others what time it is where you are."
            on={own.showsLocalTime}
            field="shows"
            save={setShowsLocalTime}
          />
        </div>
      </SettingsSection>
    </div>
  );
}
