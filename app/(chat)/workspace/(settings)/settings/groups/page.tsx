import type { Metadata } from "next";
import { loadPeople } from "@/app/(chat)/actions/people";
import { UserGroups } from "@/components/people/user-groups";
import { SettingsSection } from "@/components/settings/settings-section";
import { listGroups } from "@/lib/people/groups";
import { requirePageUser } from "@/lib/web/session";
import { deleteGroup, saveGroup } from "./actions";

export const metadata: Metadata = { title: "Groups" };

/** The user groups, which everyone sees and owners and admins change. */
export default async function GroupsPage() {
  const user = await requirePageUser();
  return (
    <SettingsSection
      title="Groups"
      hint="Mention several people at once, as @oncall. Members of the channel are notified, by people and by webhooks."
    >
      <UserGroups
        groups={await listGroups()}
        canChange={user.role !== "member"}
        myId={`${user.id}`}
        actions={{ saveGroup, deleteGroup, loadPeople }}
      />
    </SettingsSection>
  );
}
