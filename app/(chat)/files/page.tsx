import type { Metadata } from "next";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { FoundFiles } from "@/components/search/found-files";
import { findFilesSchema } from "@/lib/files/uploads/schema";
import { findFiles } from "@/lib/messages/files/find-files";
import { requirePageUser } from "@/lib/web/session";

export const metadata: Metadata = { title: "Files" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** GET /files?kind=&channel=&q=: the files in all channels that the user may read. */
export default async function FilesPage({ searchParams }: Props) {
  const user = await requirePageUser();
  const filter = findFilesSchema.parse(await searchParams);
  const first = await findFiles(user, { ...filter, before: undefined });
  const { kind = "", channel, q = "" } = filter;
  return (
    <>
      <PageHeader title="Files" />
      <PageBody wide className="gap-4 pt-4">
        <FoundFiles filter={{ kind, channel: channel === undefined ? "" : `${channel}`, q }} first={first} />
      </PageBody>
    </>
  );
}
