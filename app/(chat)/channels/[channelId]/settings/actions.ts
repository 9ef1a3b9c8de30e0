"use server";

import { refresh } from "next/cache";
import { requireMember } from "@/lib/channels/access";
import * as membership from "@/lib/channels/membership";
import {
  archiveSchema,
  channelIdSchema,
  channelPreviewSchema,
  deleteChannelSchema,
  memberRoleSchema,
  memberSchema,
  updateChannelSchema,
  visibilitySchema,
} from "@/lib/channels/schema";
import * as channels from "@/lib/channels/update-channel";
import * as deletion from "@/lib/retention/delete-channel";
import * as retention from "@/lib/retention/preview-retention";
import { action, readAction } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";

/** Allowed for the channel's managers; its retention only for owners. */
export const updateChannel = action(updateChannelSchema, async ({ user, input }) => {
  await channels.updateChannel(await requireMember(user, inputId(input.channelId)), input);
  refresh();
});

/** Counts what a retention of the channel would delete now. Allowed for owners who are members. */
export const previewRetention = readAction(channelPreviewSchema, async ({ user, input }) =>
  retention.previewRetention(user, input.days, await requireMember(user, inputId(input.channelId))),
);

/** Allowed for the channel's managers. */
export const setArchived = action(archiveSchema, async ({ user, input }) => {
  await channels.setArchived(await requireMember(user, inputId(input.channelId)), input.archived);
  refresh();
});

/** Counts what deleting the channel would delete. Allowed for owners who are members. */
export const previewDeletion = readAction(channelIdSchema, async ({ user, input }) =>
  deletion.previewDeletion(await requireMember(user, inputId(input.channelId))),
);

/** Allowed for owners who are members. */
export const deleteChannel = action(deleteChannelSchema, async ({ user, input }) => {
  await deletion.deleteChannel(await requireMember(user, inputId(input.channelId)), input.name);
});

/** Allowed for the channel's managers. */
export const setVisibility = action(visibilitySchema, async ({ user, input }) => {
  await channels.setVisibility(await requireMember(user, inputId(input.channelId)), input.visibility);
  refresh();
});

/** Allowed for every member, except the last manager while other members remain. */
export const leaveChannel = action(channelIdSchema, async ({ user, input }) => {
  await membership.leaveChannel(await requireMember(user, inputId(input.channelId)));
});

/** Allowed for every member. */
export const addMember = action(memberSchema, async ({ user, input }) => {
  await membership.addMembers(await requireMember(user, inputId(input.channelId)), inputId(input.userId));
  refresh();
});

/** Allowed for the channel's managers. */
export const removeMember = action(memberSchema, async ({ user, input }) => {
  await membership.removeMember(await requireMember(user, inputId(input.channelId)), inputId(input.userId));
  refresh();
});

/** Allowed for the channel's managers. */
export const setMemberRole = action(memberRoleSchema, async ({ user, input }) => {
  const accessible = await requireMember(user, inputId(input.channelId));
  await membership.setMemberRole(accessible, inputId(input.userId), input.role);
  refresh();
});
