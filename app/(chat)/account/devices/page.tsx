import type { Metadata } from "next";
import { DeviceList } from "@/components/account/device-list";
import { KeepingSwitch } from "@/components/offline/keeping-switch";
import { SettingsSection } from "@/components/settings/settings-section";
import { listDevices } from "@/lib/attention/push/subscriptions";
import { listSessions } from "@/lib/people/sessions";
import { requirePageUser } from "@/lib/web/session";
import { signOutDevice, signOutOthers } from "../actions";
import { removePushDevice } from "../notifications/actions";

export const metadata: Metadata = { title: "Devices" };

/** Where you're signed in, which devices get push notifications, and what this one keeps. */
export default async function DevicesPage() {
  const user = await requirePageUser();
  const [sessions, pushes] = await Promise.all([listSessions(user), listDevices(user)]);
  return (
    <div className="divide-y">
      <SettingsSection title="Where you're signed in" hint="Sign out any device that you don't recognize.">
        <DeviceList
          sessions={sessions}
          pushes={pushes}
          signOutDevice={signOutDevice}
          signOutOthers={signOutOthers}
          removePushDevice={removePushDevice}
        />
      </SettingsSection>
      <SettingsSection title="Offline" hint="Saved on this device.">
        <KeepingSwitch />
      </SettingsSection>
    </div>
  );
}
