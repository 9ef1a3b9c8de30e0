import type { Metadata } from "next";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { NoticeList } from "@/components/notifications/notice-list";
import { requirePageUser } from "@/lib/auth/session";
import { listNotices } from "@/lib/notices/queries";
import { markSeen } from "./actions";

export const metadata: Metadata = { title: "Notices" };

/** GET /notices: alerts about your account, your webhooks and those in channels you manage. */
export default async function NoticesPage() {
  const notices = await listNotices(await requirePageUser());
  return (
    <>
      <PageHeader title="Notices" note="Alerts about your webhooks and account" />
      <PageBody className="gap-6 pt-6 sm:px-6">
        <NoticeList notices={notices} markSeen={markSeen} />
      </PageBody>
    </>
  );
}
