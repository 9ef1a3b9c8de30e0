import type { Metadata } from "next";
import { regenerateToken } from "@/app/(chat)/channels/[channelId]/settings/webhooks/actions";
import { startExport } from "@/app/(chat)/workspace/(settings)/settings/export/actions";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { PeopleList } from "@/components/people/people-list";
import { requirePageUser } from "@/lib/auth/session";
import { toMe } from "@/lib/users/account";
import { listPeople } from "@/lib/users/people";
import { makeResetLink, resetTwoStep, setActive, setPersonRole, signOutEverywhere } from "./actions";

export const metadata: Metadata = { title: "People" };

/** Everyone in the workspace. Owners and admins also manage access here. */
export default async function PeoplePage() {
  const user = await requirePageUser();
  const people = await listPeople(user);
  return (
    <>
      <PageHeader title="People" />
      <PageBody wide className="gap-6 pt-6 sm:px-6">
        <PeopleList
          me={toMe(user)}
          people={people}
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
