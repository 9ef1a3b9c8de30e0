"use client";

import { clsx } from "clsx";
import type { CreateChannel as CreateChannelProps } from "@/components/channels/create-channel-dialog";
import { DeferredDialog } from "@/components/frame/panels";
import type { InviteActions } from "@/components/people/use-invites";
import { IconButton } from "@/components/ui/controls/icon-button";
import { deferred } from "@/components/ui/deferred/deferred";
import type { FormAction } from "@/components/ui/forms/form-action";
import { Plus, UserPlus } from "@/components/ui/icons/icons";
import { rowStyle } from "@/components/ui/lists/row-style";
import type { PeopleFoundDto } from "@/lib/people/dto";

const createDialog = deferred(
  async () => (await import("@/components/channels/create-channel-dialog")).CreateChannelDialog,
);
const messageDialog = deferred(async () => (await import("@/components/people/new-message-dialog")).NewMessageDialog);
const inviteDialog = deferred(async () => (await import("@/components/people/invite-dialog")).InviteDialog);

/** The button that creates a channel. */
export function CreateChannel(given: CreateChannelProps) {
  const trigger = <IconButton label="Create channel" icon={<Plus />} />;
  return <DeferredDialog dialog={createDialog} panel="create-channel" given={given} trigger={trigger} />;
}

/** The button that starts a direct message. */
export function NewMessage(given: { myId: string; loadPeople: FormAction<PeopleFoundDto> }) {
  const trigger = <IconButton label="New message" icon={<Plus />} />;
  return <DeferredDialog dialog={messageDialog} given={given} trigger={trigger} />;
}

/** The button that invites people. */
export function InvitePeople(given: InviteActions) {
  const trigger = (
    <button type="button" className={clsx(rowStyle, "w-full text-text-muted hover:bg-surface-hover hover:text-text")}>
      <UserPlus aria-hidden="true" className="size-4" />
      Invite people
    </button>
  );
  return <DeferredDialog dialog={inviteDialog} panel="invite-people" given={given} trigger={trigger} />;
}
