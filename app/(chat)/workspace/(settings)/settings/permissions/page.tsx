import type { Metadata } from "next";
import { SettingsSection } from "@/components/settings/settings-section";
import { AskAdmins } from "@/components/settings/workspace/ask-admins";
import { SavedCards } from "@/components/ui/forms/saved-choice";
import { requirePageUser } from "@/lib/web/session";
import { adminNames, workspaceSettings } from "@/lib/workspace/settings";
import { updateWorkspace } from "../actions";

export const metadata: Metadata = { title: "Permissions" };

const whoInvites = [
  { value: "everyone", label: "Everyone", hint: "Any member can create invite links." },
  { value: "admins", label: "Owners and admins", hint: "Invite links that members created stop working." },
];

const whoCreatesChannels = [
  { value: "everyone", label: "Everyone", hint: "Any member can create public and private channels." },
  {
    value: "admins",
    label: "Owners and admins",
    hint: "Members can still join public channels and send direct messages.",
  },
];

/** What members may do in the workspace. */
export default async function PermissionsPage() {
  const user = await requirePageUser();
  const settings = await workspaceSettings(user);
  const { canChange } = settings;
  return (
    <div className="divide-y">
      {!canChange && <AskAdmins names={await adminNames()} />}
      <SettingsSection title="Invitations" hint="Who can bring new people into the workspace.">
        <SavedCards
          label="Who can invite people"
          options={whoInvites}
          value={settings.whoInvites}
          field="whoInvites"
          save={updateWorkspace}
          disabled={!canChange}
        />
      </SettingsSection>
      <SettingsSection title="Channels" hint="Who can create new channels.">
        <SavedCards
          label="Who can create channels"
          options={whoCreatesChannels}
          value={settings.whoCreatesChannels}
          field="whoCreatesChannels"
          save={updateWorkspace}
          disabled={!canChange}
        />
      </SettingsSection>
    </div>
  );
}
