import type { Metadata } from "next";
import { InboxList } from "@/components/attention/inbox/inbox-list";
import { InboxViews, MarkInboxRead } from "@/components/attention/inbox/inbox-views";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { inboxPage } from "@/lib/attention/inbox/queries";
import { inboxSchema } from "@/lib/attention/inbox/schema";
import { requirePageUser } from "@/lib/web/session";

export const metadata: Metadata = { title: "Inbox" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** GET /inbox?show=: mentions of the user, threads they follow, reactions to their messages, and notices. */
export default async function InboxPage({ searchParams }: Props) {
  const user = await requirePageUser();
  const { show } = inboxSchema.parse(await searchParams);
  const first = await inboxPage(user, { show });
  return (
    <>
      <PageHeader title="Inbox">
        <MarkInboxRead />
      </PageHeader>
      <InboxViews show={show} />
      <PageBody wide className="pt-4 max-md:px-0 max-md:pt-0">
        <InboxList key={show} show={show} first={first} />
      </PageBody>
    </>
  );
}
