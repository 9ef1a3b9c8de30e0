"use client";

import { usePathname } from "next/navigation";
import { LinkTabs } from "@/components/ui/link-tabs";
import { isWithin, paths } from "@/lib/paths";

const tabs = [
  { tab: "overview", label: "Overview" },
  { tab: "members", label: "Members" },
  { tab: "webhooks", label: "Webhooks" },
] as const;

/** The parts of a channel's settings, each with its URL. */
export function SettingsTabs({ channelId }: { channelId: string }) {
  const links = tabs.map(({ tab, label }) => ({ href: paths.settings(channelId, tab), label }));
  const pathname = usePathname();
  // A page below a tab, such as a webhook's delivery log, belongs to it.
  const current = links.find(({ href }) => isWithin(pathname, href))?.href ?? pathname;
  return <LinkTabs label="Channel settings" tabs={links} current={current} />;
}
