import type { Metadata } from "next";
import { PageHeader } from "@/components/frame/page-header";
import { NoticeList } from "@/components/notices/notice-list";
import { requirePageUser } from "@/lib/auth/session";
import { listNotices } from "@/lib/notices/queries";
import { markSeen } from "./actions";

export const metadata: Metadata = { title: "Notices" };

/** GET /notices: what others did to one's webhooks, and to those of the channels that one manages. */
export default async function NoticesPage() {
  const notices = await listNotices(await requirePageUser());
  return (
    <>
      <PageHeader title="Notices" note="What others did to your webhooks" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-6 pb-16 sm:px-6">
          <NoticeList notices={notices} markSeen={markSeen} />
        </div>
      </div>
    </>
  );
}
