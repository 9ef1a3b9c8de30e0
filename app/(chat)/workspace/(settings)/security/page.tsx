import type { Metadata } from "next";
import { SettingsSection } from "@/components/settings/settings-section";
import { TwoStepRequirement } from "@/components/settings/workspace/two-step-requirement";
import { twoStepRequirement } from "@/lib/people/two-step/requirement";
import { orNotFound } from "@/lib/web/http";
import { requirePageUser } from "@/lib/web/session";
import { setTwoStepRequired } from "./actions";

export const metadata: Metadata = { title: "Security" };

/** Sign-in rules of the workspace, for owners and admins. */
export default async function SecurityPage() {
  const user = await requirePageUser();
  const requirement = await orNotFound(twoStepRequirement(user));
  return (
    <SettingsSection title="Two-step sign-in" hint="A second step in addition to a password.">
      <TwoStepRequirement {...requirement} setTwoStepRequired={setTwoStepRequired} />
    </SettingsSection>
  );
}
