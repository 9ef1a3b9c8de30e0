import type { ReactNode } from "react";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { VERSION } from "@/lib/process/version";
import { accountPaths } from "@/lib/text/account-paths";
import { paths } from "@/lib/text/paths";
import { requirePageUser } from "@/lib/web/session";

const tabs = [
  { href: paths.account, label: "Profile", exact: true },
  { href: accountPaths.appearance, label: "Appearance" },
  { href: accountPaths.notifications, label: "Notifications" },
  { href: accountPaths.security, label: "Security" },
  { href: accountPaths.devices, label: "Devices" },
] as const;

/** A person's own settings. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const { email } = await requirePageUser();
  return (
    <SettingsFrame title="Account settings" note={email} tabs={tabs} version={VERSION}>
      {children}
    </SettingsFrame>
  );
}
