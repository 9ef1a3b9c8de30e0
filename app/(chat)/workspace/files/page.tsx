import type { Metadata } from "next";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { FileUsage } from "@/components/workspace/file-usage";
import { requirePageUser } from "@/lib/auth/session";
import { fileUsage } from "@/lib/uploads/quota";
import { orNotFound } from "@/lib/web/http";

export const metadata: Metadata = { title: "Files" };

/** How much space uploads use, in total and by person, for owners and admins. */
export default async function FilesPage() {
  const user = await requirePageUser();
  const usage = await orNotFound(fileUsage(user));
  return (
    <>
      <PageHeader title="Files" note="Storage used by uploads" />
      <PageBody className="gap-8 pt-6 sm:px-6">
        <FileUsage usage={usage} />
      </PageBody>
    </>
  );
}
