import type { Metadata } from "next";
import { LaterList } from "@/components/attention/later/later-list";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { ViewLinks } from "@/components/ui/lists/view-links";
import { laterPage } from "@/lib/messages/later/queries";
import { laterSchema } from "@/lib/messages/later/schema";
import { paths } from "@/lib/text/paths";
import { requirePageUser } from "@/lib/web/session";

export const metadata: Metadata = { title: "Later" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** GET /later?show=: messages that the user saved, and their reminders. */
export default async function LaterPage({ searchParams }: Props) {
  const user = await requirePageUser();
  const { show } = laterSchema.parse(await searchParams);
  const first = await laterPage(user, { show });
  const views = [
    { href: paths.later(), label: "In progress", current: show === "open" },
    { href: paths.later("done"), label: "Done", current: show === "done" },
  ];
  return (
    <>
      <PageHeader title="Later" />
      <ViewLinks label="Saved for later" views={views} />
      <PageBody wide className="gap-4 pt-4">
        <LaterList key={show} show={show} first={first} />
      </PageBody>
    </>
  );
}
