import type { Metadata } from "next";
import { PageHeader } from "@/components/frame/page-header";
import { FileUsage } from "@/components/workspace/file-usage";
import { requirePageUser } from "@/lib/auth/session";
import { fileUsage } from "@/lib/uploads/file-usage";
import { orNotFound } from "@/lib/web/http";

export const metadata: Metadata = { title: "Files" };

/** How much room posted files take, and whose they are, for owners and admins. */
export default async function FilesPage() {
  const user = await requirePageUser();
  const usage = await orNotFound(fileUsage(user));
  return (
    <>
      <PageHeader title="Files" note="Of all channels" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-3xl flex-col gap-8 px-4 pt-6 pb-16 sm:px-6">
          <FileUsage usage={usage} />
        </div>
      </div>
    </>
  );
}
