import type { Metadata } from "next";
import { RetentionField } from "@/components/settings/retention-field";
import { SettingsSection } from "@/components/settings/settings-section";
import { Banner } from "@/components/ui/display/banner";
import { requirePageUser } from "@/lib/web/session";
import { workspaceSettings } from "@/lib/workspace/settings";
import { previewWorkspaceRetention, updateWorkspace } from "../actions";

export const metadata: Metadata = { title: "Retention" };

/** How long messages are kept; everyone may know, owners change it. */
export default async function RetentionPage() {
  const { retentionDays, canChangeRetention } = await workspaceSettings(await requirePageUser());
  return (
    <>
      {!canChangeRetention && (
        <div className="pt-6 pb-2">
          <Banner>Only owners can change how long messages are kept.</Banner>
        </div>
      )}
      <SettingsSection
        title="Messages"
        hint="How long they're kept in direct messages and in channels without their own setting."
      >
        <RetentionField
          value={retentionDays}
          scope="In direct messages and channels without their own setting"
          disabled={!canChangeRetention}
          save={updateWorkspace}
          preview={previewWorkspaceRetention}
        />
      </SettingsSection>
    </>
  );
}
