"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { ExportDialog } from "@/components/settings/export/export-dialog";
import { Button } from "@/components/ui/controls/button";
import type { FormAction } from "@/components/ui/forms/form-action";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { toast } from "@/components/ui/overlays/toaster";
import type { ChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";

/** Archives or unarchives the channel. */
export function ArchiveChannel({ channel, setArchived }: { channel: ChannelDto; setArchived: FormAction }) {
  async function change(archived: boolean): Promise<string | null> {
    const result = await setArchived({ channelId: channel.id, archived });
    if (!result.ok) return result.error;
    toast.success(archived ? `#${channel.name} is archived` : `#${channel.name} is open again`);
    return null;
  }

  if (channel.archived) {
    return (
      <DangerRow
        title="Unarchive channel"
        action={
          <ConfirmDialog
            trigger={<Button>Unarchive channel</Button>}
            title={`Unarchive #${channel.name}?`}
            description="Members and webhooks can post again, and it returns to members' sidebars."
            confirmText="Unarchive"
            tone="neutral"
            onConfirm={() => change(false)}
          />
        }
      >
        Lets members and webhooks post again.
      </DangerRow>
    );
  }
  return (
    <DangerRow
      title="Archive channel"
      action={
        <ConfirmDialog
          trigger={<Button className="text-danger!">Archive channel</Button>}
          title={`Archive #${channel.name}?`}
          description="No one can post to it, and webhooks get a 403. History stays readable, and you can unarchive it later."
          confirmText="Archive"
          onConfirm={() => change(true)}
        />
      }
    >
      No one, including webhooks, can post. History stays readable.
    </DangerRow>
  );
}

type LeaveChannelProps = { channel: ChannelDto; leaveChannel: FormAction };

/** Leaves the channel, after saying how to return. */
export function LeaveChannel({ channel, leaveChannel }: LeaveChannelProps) {
  const router = useRouter();

  async function leave(): Promise<string | null> {
    const result = await leaveChannel({ channelId: channel.id });
    if (!result.ok) return result.error;
    toast.success(`You left #${channel.name}`);
    router.push(paths.browse);
    router.refresh();
    return null;
  }

  return (
    <DangerRow
      title="Leave channel"
      action={
        <ConfirmDialog
          trigger={<Button>Leave channel</Button>}
          title={`Leave #${channel.name}?`}
          description={wayBack(channel)}
          confirmText="Leave"
          onConfirm={leave}
        />
      }
    >
      It disappears from your sidebar. Your webhooks keep working.
    </DangerRow>
  );
}

type ExportChannelProps = { channel: ChannelDto; startExport: FormAction<{ url: string }> };

/** Exports the channel, for owners. */
export function ExportChannel({ channel: { id, name }, startExport }: ExportChannelProps) {
  return (
    <DangerRow
      title="Export channel"
      action={
        <ExportDialog
          kind="channel"
          id={id}
          name={`#${name}`}
          startExport={startExport}
          trigger={<Button>Export channel</Button>}
        />
      }
    >
      Downloads its messages and files as one archive.
    </DangerRow>
  );
}

function wayBack({ kind, archived, memberCount }: ChannelDto): string {
  if (kind === "public" && !archived) return "You can rejoin at any time.";
  if (memberCount === 1) return "You're the only member. After you leave, no one can open it.";
  return "You can only return if a member adds you.";
}

/** A significant action: what it does, and its button. */
export function DangerRow({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium text-sm">{title}</h2>
        <p className="text-sm text-text-muted">{children}</p>
      </div>
      {action}
    </div>
  );
}
