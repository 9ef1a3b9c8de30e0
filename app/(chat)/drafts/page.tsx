import type { Metadata } from "next";
import { DraftList } from "@/components/chat/drafts/draft-list";
import { DraftTabs } from "@/components/chat/drafts/draft-tabs";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { requirePageUser } from "@/lib/web/session";

export const metadata: Metadata = { title: "Drafts" };

/** GET /drafts: the messages that the user began to write. This browser has them before the server does. */
export default async function DraftsPage() {
  await requirePageUser();
  return (
    <>
      <PageHeader title="Drafts" note="On all your devices. Files stay on the device where you added them" />
      <PageBody className="gap-4 pt-2 max-md:px-2">
        <DraftTabs />
        <DraftList />
      </PageBody>
    </>
  );
}
