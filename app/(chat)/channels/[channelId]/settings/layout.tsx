import type { ReactNode } from "react";
import { PageHeader } from "@/components/frame/page-header";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { LinkTabs } from "@/components/ui/controls/link-tabs";
import { ArrowLeft } from "@/components/ui/icons/more-icons";
import { paths } from "@/lib/text/paths";
import { settingsChannel } from "./settings-channel";

type LayoutProps = { params: Promise<{ channelId: string }>; children: ReactNode };

/** A channel's settings, for its members only. */
export default async function SettingsLayout({ params, children }: LayoutProps) {
  const { channelId } = await params;
  const { channel } = await settingsChannel(channelId);
  return (
    <>
      <PageHeader title="Channel settings" note={`#${channel.name}`}>
        <Link href={paths.channel(channelId)} className={buttonStyle("ghost", "small", "max-w-44 sm:max-w-72")}>
          <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
          <span className="min-w-0 truncate">Back to #{channel.name}</span>
        </Link>
      </PageHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {/* A page with `data-wide` uses the whole width. */}
        <div className="mx-auto max-w-3xl px-4 has-[[data-wide]]:max-w-[96rem] pt-4 pb-16 sm:px-6">
          <SettingsTabs channelId={channelId} />
          <div className="pt-6">{children}</div>
        </div>
      </div>
    </>
  );
}

const tabs = [
  { tab: "overview", label: "Overview" },
  { tab: "members", label: "Members" },
  { tab: "webhooks", label: "Webhooks" },
] as const;

/** The tabs of a channel's settings. */
function SettingsTabs({ channelId }: { channelId: string }) {
  const links = tabs.map(({ tab, label }) => ({ href: paths.settings(channelId, tab), label }));
  return <LinkTabs label="Channel settings" tabs={links} />;
}
