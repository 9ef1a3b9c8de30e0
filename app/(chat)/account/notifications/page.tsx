import type { Metadata } from "next";
import { SavedSwitch } from "@/components/forms/saved-switch";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { DesktopNotifications } from "@/components/notifications/desktop-notifications";
import { PauseChoices } from "@/components/notifications/pause-choices";
import { PreferencesForm } from "@/components/notifications/preferences-form";
import { PushDevices } from "@/components/notifications/push-devices";
import { PushHere } from "@/components/notifications/push-here";
import { QuietHoursForm } from "@/components/notifications/quiet-hours-form";
import { SettingsPart } from "@/components/settings/settings-part";
import { SettingsSection } from "@/components/settings/settings-section";
import { requirePageUser } from "@/lib/auth/session";
import { wantsDigest } from "@/lib/digest/subscription";
import { sendsMail } from "@/lib/mail/send-mail";
import { notificationSettings } from "@/lib/notifications/settings";
import { pushKeys } from "@/lib/push/keys";
import { listDevices } from "@/lib/push/subscriptions";
import { notificationPreferences } from "@/lib/users/notification-preferences";
import {
  removePushDevice,
  removeQuietHours,
  saveNotificationPreferences,
  saveQuietHours,
  saveShowTexts,
  sendTestPush,
  setDigest,
} from "./actions";

export const metadata: Metadata = { title: "Notifications" };

/** What you are notified about, when and where. The email switch needs a mail server. */
export default async function NotificationsPage() {
  const user = await requirePageUser();
  const [preferences, settings, devices, { publicKey }, digest] = await Promise.all([
    notificationPreferences(user),
    notificationSettings(user),
    listDevices(user),
    pushKeys(),
    sendsMail() ? wantsDigest(user) : null,
  ]);
  return (
    <>
      <PageHeader title="Notifications" />
      <PageBody className="divide-y sm:px-6">
        <SettingsSection
          title="What to notify me about"
          hint="Applies to every channel. You're always notified when someone mentions you."
        >
          <PreferencesForm preferences={preferences} savePreferences={saveNotificationPreferences} />
        </SettingsSection>
        <SettingsSection title="When to notify me" hint="Unread counts keep updating while notifications are paused.">
          <div className="flex flex-col gap-8">
            <SettingsPart title="Do not disturb" hint="Pause notifications for a while.">
              <PauseChoices pause={settings.pause} />
            </SettingsPart>
            <SettingsPart title="Quiet hours" hint="Pause notifications on a schedule.">
              <QuietHoursForm
                quietHours={settings.quietHours}
                saveQuietHours={saveQuietHours}
                removeQuietHours={removeQuietHours}
              />
            </SettingsPart>
          </div>
        </SettingsSection>
        <SettingsSection title="Where to notify me" hint="In this browser, on other devices and by email.">
          <div className="flex flex-col gap-8">
            <SettingsPart title="Desktop notifications">
              <DesktopNotifications />
            </SettingsPart>
            <SettingsPart title="Push notifications">
              <PushHere publicKey={publicKey} isOn={devices.some(({ isThis }) => isThis)} sendTestPush={sendTestPush} />
              <PushDevices devices={devices} removePushDevice={removePushDevice} />
              <SavedSwitch
                label="Show message text"
                hint="When off, push notifications only say “New message in Parley”. They're always encrypted between Parley and your browser."
                on={settings.showTexts}
                field="showTexts"
                save={saveShowTexts}
              />
            </SettingsPart>
            {digest !== null && (
              <SettingsPart title="Email">
                <SavedSwitch
                  label="Email me what I missed"
                  hint="Mentions and direct messages, after you've been away for an hour. You'll get one email until you're back."
                  on={digest}
                  field="on"
                  save={setDigest}
                />
              </SettingsPart>
            )}
          </div>
        </SettingsSection>
      </PageBody>
    </>
  );
}
