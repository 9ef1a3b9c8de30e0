"use server";

import { refresh } from "next/cache";
import { requireChannel } from "@/lib/channels/access";
import { createChannel as makeChannel, createChannels as makeChannels } from "@/lib/channels/create-channel";
import { joinChannel as enterChannel } from "@/lib/channels/membership";
import { channelIdSchema, createChannelSchema, createChannelsSchema } from "@/lib/channels/schema";
import { action } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";

/** Creates a channel; its creator manages it. */
export const createChannel = action(createChannelSchema, async ({ user, input }) => {
  const { id } = await makeChannel(user, input);
  refresh();
  return { channelId: `${id}` };
});

/** Creates the first channels of a workspace; those that exist are left out. */
export const createChannels = action(createChannelsSchema, async ({ user, input }) => {
  await makeChannels(user, input.channels);
  refresh();
});

/** Joins a public channel. */
export const joinChannel = action(channelIdSchema, async ({ user, input }) => {
  await enterChannel(await requireChannel(user, inputId(input.channelId)));
  refresh();
});
