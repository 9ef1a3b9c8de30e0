import type { Metadata } from "next";
import { DraftTabs } from "@/components/chat/drafts/draft-tabs";
import { ScheduledList } from "@/components/chat/drafts/scheduled-list";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { listScheduled } from "@/lib/messages/scheduled/scheduled";
import { requirePageUser } from "@/lib/web/session";

export const metadata: Metadata = { title: "Scheduled messages" };

/** GET /drafts/scheduled: the user's messages that are sent later, and those that couldn't be sent. */
export default async function ScheduledPage() {
  const user = await requirePageUser();
  return (
    <>
      <PageHeader title="Drafts" />
      <PageBody className="gap-4 pt-2 max-md:px-2">
        <DraftTabs />
        <ScheduledList first={await listScheduled(user)} />
      </PageBody>
    </>
  );
}
