import type { Metadata } from "next";
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
    <div className="flex flex-col gap-8 pt-6">
      <FileUsage usage={usage} />
    </div>
  );
}
