"use server";

import { refresh } from "next/cache";
import { requireChannel } from "@/lib/channels/access";
import { createChannel as makeChannel } from "@/lib/channels/create-channel";
import { joinChannel as enterChannel } from "@/lib/channels/membership";
import { channelIdSchema, createChannelSchema } from "@/lib/channels/schema";
import { action } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";

/** Creates a channel; its creator manages it. */
export const createChannel = action(createChannelSchema, async ({ user, input }) => {
  const { id } = await makeChannel(user, input);
  refresh();
  return { channelId: `${id}` };
});

/** Joins a public channel. */
export const joinChannel = action(channelIdSchema, async ({ user, input }) => {
  await enterChannel(await requireChannel(user, inputId(input.channelId)));
  refresh();
});
