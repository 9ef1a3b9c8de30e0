import type { Metadata } from "next";
import { regenerateToken } from "@/app/(chat)/channels/[channelId]/settings/webhooks/actions";
import { startExport } from "@/app/(chat)/workspace/(settings)/settings/export/actions";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { PeopleList } from "@/components/people/people-list";
import { toMe } from "@/lib/people/account/account";
import { countPeople, listPeople } from "@/lib/people/list-people";
import { peopleSchema } from "@/lib/people/schema";
import { requirePageUser } from "@/lib/web/session";
import { loadMorePeople, makeResetLink, resetTwoStep, setActive, setPersonRole, signOutEverywhere } from "./actions";

export const metadata: Metadata = { title: "People" };

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/**
 * The people in the workspace. Owners and admins also manage access here. Query: `q`, `role`, `sort` (`role`, `joined`,
 * `active` or `two-step`) and `order` (`reversed`).
 */
export default async function PeoplePage({ searchParams }: PageProps) {
  const user = await requirePageUser();
  const { after: _, ...query } = peopleSchema.parse(await searchParams);
  const [active, counts] = await Promise.all([listPeople(user, query), countPeople(user, query)]);
  const deactivated = await listPeople(user, { ...query, deactivated: true });
  const view = {
    q: query.q,
    role: query.role ?? "",
    sort: query.sort === "name" ? "" : query.sort,
    order: query.order,
  };
  return (
    <>
      <PageHeader title="People" />
      <PageBody wide className="gap-6 pt-6 sm:px-6">
        <PeopleList
          me={toMe(user)}
          first={{ active, deactivated }}
          counts={counts}
          view={view}
          loadMore={loadMorePeople}
          setActive={setActive}
          setPersonRole={setPersonRole}
          makeResetLink={makeResetLink}
          resetTwoStep={resetTwoStep}
          startExport={startExport}
          signOutEverywhere={signOutEverywhere}
          regenerateToken={regenerateToken}
        />
      </PageBody>
    </>
  );
}
