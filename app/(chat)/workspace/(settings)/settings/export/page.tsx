import type { Metadata } from "next";
import { ExportChannels } from "@/components/settings/export/export-channels";
import { ExportDialog } from "@/components/settings/export/export-dialog";
import { SettingsSection } from "@/components/settings/settings-section";
import { Button } from "@/components/ui/controls/button";
import { Link } from "@/components/ui/controls/link";
import { exportableChannels } from "@/lib/moving/export/export-channel";
import { paths } from "@/lib/text/paths";
import { orNotFound } from "@/lib/web/http";
import { requirePageUser } from "@/lib/web/session";
import { startExport } from "./actions";

export const metadata: Metadata = { title: "Export" };

/** Exports of channels and people, for owners. */
export default async function ExportPage() {
  const user = await requirePageUser();
  const channels = await orNotFound(exportableChannels(user));
  return (
    <div className="divide-y">
      <SettingsSection
        title="The workspace"
        hint="All channels, people and files, in a form that another Parley can import."
      >
        <ExportDialog kind="workspace" startExport={startExport} trigger={<Button>Export workspace</Button>} />
      </SettingsSection>
      <SettingsSection
        title="A channel"
        hint="All its messages and files, also of private channels that you aren't a member of."
      >
        <ExportChannels channels={channels} startExport={startExport} />
      </SettingsSection>
      <SettingsSection title="A person" hint="Their account, messages, files, sign-ins and more.">
        <p className="text-sm">
          Choose <strong>Export data</strong> from the person's menu in{" "}
          <Link href={paths.people} className="text-accent underline underline-offset-2">
            People
          </Link>
          .
        </p>
      </SettingsSection>
      <SettingsSection title="Import" hint="From Slack, Mattermost or another Parley.">
        <p className="text-sm">
          Run <code className="font-mono">npm run import -- export.zip</code> where Parley runs. It first says what it
          would do. <code className="font-mono">docs/moving-in.md</code> explains it.
        </p>
      </SettingsSection>
    </div>
  );
}
