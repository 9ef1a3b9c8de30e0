import type { Metadata } from "next";
import { joinChannel } from "@/app/(chat)/actions/channels";
import { BrowseList, CreateChannelButton } from "@/components/channels/browse-list";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { browseChannels, countChannels } from "@/lib/channels/browse-channels";
import { browseSchema } from "@/lib/channels/schema";
import { requirePageUser } from "@/lib/web/session";
import { loadMoreChannels } from "./actions";

export const metadata: Metadata = { title: "Browse channels" };

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Channels the user can join or is in. `?q=` searches names and topics; `?show=` is "joined" or "others". */
export default async function BrowseChannelsPage({ searchParams }: PageProps) {
  const user = await requirePageUser();
  const { q, show } = browseSchema.parse(await searchParams);
  const [first, counts] = await Promise.all([browseChannels(user, { q, show }), countChannels(user, { q })]);
  return (
    <>
      <PageHeader title="Browse channels">
        <CreateChannelButton />
      </PageHeader>
      <PageBody wide className="gap-6 pt-6 sm:px-6">
        <BrowseList
          first={first}
          counts={counts}
          q={q}
          show={show}
          loadMore={loadMoreChannels}
          joinChannel={joinChannel}
        />
      </PageBody>
    </>
  );
}
