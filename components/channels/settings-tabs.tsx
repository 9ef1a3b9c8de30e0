import { LinkTabs } from "@/components/ui/controls/link-tabs";
import { paths } from "@/lib/text/paths";

const tabs = [
  { tab: "overview", label: "Overview" },
  { tab: "members", label: "Members" },
  { tab: "webhooks", label: "Webhooks" },
] as const;

/** The tabs of a channel's settings. */
export function SettingsTabs({ channelId }: { channelId: string }) {
  const links = tabs.map(({ tab, label }) => ({ href: paths.settings(channelId, tab), label }));
  return <LinkTabs label="Channel settings" tabs={links} />;
}
