import type { Metadata } from "next";
import { AccountSection } from "@/components/account/account-section";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { TwoStepRequirement } from "@/components/workspace/two-step-requirement";
import { requirePageUser } from "@/lib/auth/session";
import { twoStepRequirement } from "@/lib/two-step/requirement";
import { orNotFound } from "@/lib/web/http";
import { setTwoStepRequired } from "./actions";

export const metadata: Metadata = { title: "Security" };

/** Sign-in rules of the workspace, for owners and admins. */
export default async function SecurityPage() {
  const user = await requirePageUser();
  const requirement = await orNotFound(twoStepRequirement(user));
  return (
    <>
      <PageHeader title="Security" />
      <PageBody className="divide-y sm:px-6">
        <AccountSection title="Two-step sign-in" hint="A second step in addition to a password.">
          <TwoStepRequirement {...requirement} setTwoStepRequired={setTwoStepRequired} />
        </AccountSection>
      </PageBody>
    </>
  );
}
