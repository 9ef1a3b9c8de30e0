import type { Metadata } from "next";
import Link from "next/link";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { ThreadList } from "@/components/thread/thread-list";
import { buttonStyle } from "@/components/ui/button-style";
import { requirePageUser } from "@/lib/auth/session";
import { paths } from "@/lib/paths";
import { parseId } from "@/lib/text";
import { followedThreads } from "@/lib/threads/my-threads";

export const metadata: Metadata = { title: "Threads" };

type Props = { searchParams: Promise<{ after?: string | string[] }> };

/** GET /threads?after=<message id>: the threads the user follows, the latest reply first. */
export default async function ThreadsPage({ searchParams }: Props) {
  const user = await requirePageUser();
  const { after } = await searchParams;
  const { threads, more } = await followedThreads(user, typeof after === "string" ? parseId(after) : null);
  const last = threads.at(-1)?.root.id;
  return (
    <>
      <PageHeader title="Threads" />
      <PageBody className="gap-4 pt-4 max-md:px-2">
        <ThreadList threads={threads} />
        {more && last && (
          <Link href={paths.threadsAfter(last)} className={`${buttonStyle("secondary", "small")} self-center`}>
            Older threads
          </Link>
        )}
      </PageBody>
    </>
  );
}
