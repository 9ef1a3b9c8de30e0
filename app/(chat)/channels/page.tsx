import type { Metadata } from "next";
import { joinChannel } from "@/app/(chat)/actions/channels";
import { BrowseList } from "@/components/channels/browse-list";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { requirePageUser } from "@/lib/auth/session";
import { browseChannels, countChannels } from "@/lib/channels/browse-channels";
import { browseSchema } from "@/lib/channels/schema";
import { loadMore } from "./actions";

export const metadata: Metadata = { title: "Browse channels" };

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Channels the user can join or is in. `?q=` searches names and topics. */
export default async function BrowseChannelsPage({ searchParams }: PageProps) {
  const user = await requirePageUser();
  const { q } = browseSchema.parse(await searchParams);
  const [first, counts] = await Promise.all([browseChannels(user, { q }), countChannels(user, { q })]);
  return (
    <>
      <PageHeader title="Browse channels" />
      <PageBody className="gap-8 pt-6 sm:px-6">
        <BrowseList first={first} counts={counts} q={q} loadMore={loadMore} joinChannel={joinChannel} />
      </PageBody>
    </>
  );
}
