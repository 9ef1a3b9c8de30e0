import type { Metadata } from "next";
import { joinChannel } from "@/app/(chat)/actions/channels";
import { BrowseList } from "@/components/channels/browse-list";
import { PageBody } from "@/components/frame/page-body";
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
      <PageBody className="gap-8 pt-6 sm:px-6">
        <BrowseList channels={channels} joinChannel={joinChannel} />
      </PageBody>
    </>
  );
}
