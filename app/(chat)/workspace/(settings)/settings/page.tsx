import type { Metadata } from "next";
import { SettingsSection } from "@/components/settings/settings-section";
import { AskAdmins } from "@/components/settings/workspace/ask-admins";
import { DefaultChannels } from "@/components/settings/workspace/default-channels";
import { WorkspaceMark } from "@/components/settings/workspace/workspace-mark";
import { ReadOnlyText } from "@/components/ui/forms/read-only-text";
import { SavedAvatar } from "@/components/ui/forms/saved-avatar";
import { SavedSwitch } from "@/components/ui/forms/saved-switch";
import { SavedText } from "@/components/ui/forms/saved-text";
import { requirePageUser } from "@/lib/web/session";
import { adminNames, defaultChannelChoices, workspaceSettings } from "@/lib/workspace/settings";
import { setLogo, updateWorkspace } from "./actions";

export const metadata: Metadata = { title: "Workspace settings" };

/** The workspace's name, logo and default channels. */
export default async function GeneralPage() {
  const user = await requirePageUser();
  const settings = await workspaceSettings(user);
  const { name, logoUrl, defaultChannels, canChange } = settings;
  const mark = <WorkspaceMark workspace={settings} size={72} />;
  return (
    <div className="divide-y">
      {!canChange && <AskAdmins names={await adminNames()} />}
      <SettingsSection title="Workspace" hint="How people recognize it in the sidebar and when they sign in.">
        <div className="flex flex-col gap-6">
          {canChange ? (
            <SavedText label="Workspace name" field="name" value={name} save={updateWorkspace} autoComplete="off" />
          ) : (
            <ReadOnlyText label="Workspace name" value={name} />
          )}
          {canChange ? (
            <SavedAvatar
              label="Logo"
              name={name}
              seed={name}
              src={logoUrl}
              mark={mark}
              shape="square"
              isUploaded={logoUrl !== null}
              save={setLogo}
            />
          ) : (
            mark
          )}
        </div>
      </SettingsSection>
      <SettingsSection title="Default channels" hint="Everyone who joins the workspace starts in these channels.">
        <DefaultChannels
          channels={defaultChannels}
          choices={canChange ? await defaultChannelChoices() : []}
          canChange={canChange}
          updateWorkspace={updateWorkspace}
        />
      </SettingsSection>
      <SettingsSection title="Link previews" hint="Cards under people's messages that show what a link leads to.">
        <SavedSwitch
          label="Show link previews"
          hint="This server reads the linked pages. Existing previews stay when you turn this off."
          on={settings.previewsLinks}
          field="previewsLinks"
          save={updateWorkspace}
          disabled={!canChange}
        />
      </SettingsSection>
    </div>
  );
}
