import type { Metadata } from "next";
import { AccountSection } from "@/components/account/account-section";
import { SavedSwitch } from "@/components/forms/saved-switch";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { DesktopNotifications } from "@/components/notifications/desktop-notifications";
import { PauseChoices } from "@/components/notifications/pause-choices";
import { PreferencesForm } from "@/components/notifications/preferences-form";
import { PushDevices } from "@/components/notifications/push-devices";
import { PushHere } from "@/components/notifications/push-here";
import { QuietHoursForm } from "@/components/notifications/quiet-hours-form";
import { requirePageUser } from "@/lib/auth/session";
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
} from "./actions";

export const metadata: Metadata = { title: "Notifications" };

/** Where and when one is notified. */
export default async function NotificationsPage() {
  const user = await requirePageUser();
  const [preferences, settings, devices, { publicKey }] = await Promise.all([
    notificationPreferences(user),
    notificationSettings(user),
    listDevices(user),
    pushKeys(),
  ]);
  return (
    <>
      <PageHeader title="Notifications" />
      <PageBody className="divide-y sm:px-6">
        <AccountSection title="What counts" hint="Of all channels. Mentions of you always do.">
          <PreferencesForm preferences={preferences} savePreferences={saveNotificationPreferences} />
        </AccountSection>
        <AccountSection title="Do not disturb" hint="Nothing is shown or sent; counts stay exact.">
          <PauseChoices pause={settings.pause} />
        </AccountSection>
        <AccountSection title="Quiet hours" hint="The same, by the clock.">
          <QuietHoursForm
            quietHours={settings.quietHours}
            saveQuietHours={saveQuietHours}
            removeQuietHours={removeQuietHours}
          />
        </AccountSection>
        <AccountSection title="This device" hint="Also while Parley is closed.">
          <PushHere publicKey={publicKey} isOn={devices.some(({ isThis }) => isThis)} sendTestPush={sendTestPush} />
        </AccountSection>
        <AccountSection title="Devices" hint="Where pushes go.">
          <PushDevices devices={devices} removePushDevice={removePushDevice} />
        </AccountSection>
        <AccountSection title="Privacy" hint="What a push says.">
          <SavedSwitch
            label="Show message texts"
            hint="Off: a push says only “New message in Parley”. Either way it is encrypted from Parley to your browser, and whoever carries it can't read it."
            on={settings.showTexts}
            field="showTexts"
            save={saveShowTexts}
          />
        </AccountSection>
        <AccountSection title="Open tabs" hint="Of new messages, in this browser.">
          <DesktopNotifications />
        </AccountSection>
      </PageBody>
    </>
  );
}
