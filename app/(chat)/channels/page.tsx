import type { Metadata } from "next";
import { joinChannel } from "@/app/(chat)/channel-actions";
import { BrowseList } from "@/components/channels/browse-list";
import { PageHeader } from "@/components/frame/page-header";
import { requirePageUser } from "@/lib/auth/session";
import { browseChannels } from "@/lib/channels/queries";

export const metadata: Metadata = { title: "Browse channels" };

/** The channels that one may join, and those one is in. */
export default async function BrowseChannelsPage() {
  const channels = await browseChannels(await requirePageUser());
  return (
    <>
      <PageHeader title="Browse channels" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-3xl flex-col gap-8 px-4 pt-6 pb-16 sm:px-6">
          <BrowseList channels={channels} joinChannel={joinChannel} />
        </div>
      </div>
    </>
  );
}
