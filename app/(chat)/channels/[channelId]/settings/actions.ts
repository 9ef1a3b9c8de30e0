"use server";

import { refresh } from "next/cache";
import { requireMember } from "@/lib/channels/access";
import { channelMembers } from "@/lib/channels/members";
import * as membership from "@/lib/channels/membership";
import {
  archiveSchema,
  channelIdSchema,
  channelMembersSchema,
  channelPreviewSchema,
  deleteChannelSchema,
  memberRoleSchema,
  memberSchema,
  updateChannelSchema,
  visibilitySchema,
} from "@/lib/channels/schema";
import * as channels from "@/lib/channels/update-channel";
import * as deletion from "@/lib/operation/retention/delete-channel";
import * as retention from "@/lib/operation/retention/preview-retention";
import { findByWords } from "@/lib/people/list-people";
import { action, readAction } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";

const MOST_OUTSIDE = 6;

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

/** Returns the next page of members. Allowed for every member. */
export const loadMembers = readAction(channelMembersSchema, async ({ user, input: { channelId, ...filter } }) => {
  const { members, next } = await channelMembers(await requireMember(user, inputId(channelId)), filter);
  return { items: members, next };
});

/** Returns the first people outside the channel who match the words. Allowed for every member. */
export const findOutside = readAction(channelMembersSchema, async ({ user, input }) => {
  const { channel } = await requireMember(user, inputId(input.channelId));
  return findByWords(user, { q: input.q, outside: channel.id, most: MOST_OUTSIDE });
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
