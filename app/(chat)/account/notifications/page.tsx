import type { Metadata } from "next";
import { type ReactNode, useId } from "react";
import { DesktopNotifications } from "@/components/attention/notifications/desktop-notifications";
import { PauseChoices } from "@/components/attention/notifications/pause-choices";
import { PreferencesForm } from "@/components/attention/notifications/preferences-form";
import { PushHere } from "@/components/attention/notifications/push-here";
import { QuietHours } from "@/components/attention/notifications/quiet-hours";
import { MutedPeople } from "@/components/people/muted-people";
import { SettingsSection } from "@/components/settings/settings-section";
import { Link } from "@/components/ui/controls/link";
import { SavedSwitch } from "@/components/ui/forms/saved-switch";
import { wantsDigest } from "@/lib/attention/digest/subscription";
import { pushKeys } from "@/lib/attention/push/keys";
import { listDevices } from "@/lib/attention/push/subscriptions";
import { sendsMail } from "@/lib/network/mail/send-mail";
import { mutedPeople } from "@/lib/people/muted-authors";
import { notificationPreferences } from "@/lib/people/notifications/notification-preferences";
import { notificationSettings } from "@/lib/people/notifications/settings";
import { accountPaths } from "@/lib/text/account-paths";
import { requirePageUser } from "@/lib/web/session";
import {
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
  const [preferences, settings, devices, { publicKey }, digest, muted] = await Promise.all([
    notificationPreferences(user),
    notificationSettings(user),
    listDevices(user),
    pushKeys(),
    sendsMail() ? wantsDigest(user) : null,
    mutedPeople(user),
  ]);
  return (
    <div className="divide-y">
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
          <SettingsPart title="Quiet hours">
            <QuietHours
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
            {devices.length > 0 && (
              <p className="text-sm text-text-muted">
                {devices.length === 1 ? "On for 1 device." : `On for ${devices.length} devices.`}{" "}
                <Link href={accountPaths.devices} className="text-accent underline underline-offset-2">
                  Manage devices
                </Link>
              </p>
            )}
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
      <SettingsSection title="Muted people" hint="You won't be notified about their messages. They won't know.">
        <MutedPeople people={muted} />
      </SettingsSection>
    </div>
  );
}

type SettingsPartProps = { title: string; hint?: string; children: ReactNode };

/** One setting of several in a `SettingsSection`, under its own heading. */
function SettingsPart({ title, hint, children }: SettingsPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <h3 id={id} className="font-medium text-sm">
          {title}
        </h3>
        {hint && <p className="text-sm text-text-muted">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
