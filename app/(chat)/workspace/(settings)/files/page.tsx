import type { Metadata } from "next";
import { FileUsage } from "@/components/settings/workspace/file-usage";
import { channelUsage, fileUsage, largestFiles } from "@/lib/messages/files/usage";
import { orNotFound } from "@/lib/web/http";
import { requirePageUser } from "@/lib/web/session";

export const metadata: Metadata = { title: "Files" };

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/**
 * How much space uploads use, in total, by person and by channel, and the largest files, for owners and admins. Query: `sort`
 * (`name` or `files`) and `order` (`reversed`).
 */
export default async function FilesPage({ searchParams }: PageProps) {
  const user = await requirePageUser();
  const [usage, channels, largest, { sort, order }] = await Promise.all([
    orNotFound(fileUsage(user)),
    orNotFound(channelUsage(user)),
    orNotFound(largestFiles(user)),
    searchParams,
  ]);
  return (
    <div className="flex flex-col gap-8 pt-6">
      <FileUsage
        usage={usage}
        channels={channels}
        largest={largest}
        view={{ sort: `${sort ?? ""}`, order: `${order ?? ""}` }}
      />
    </div>
  );
}
