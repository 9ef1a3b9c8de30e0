"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { daysSchema } from "@/lib/channels/schema";
import * as retention from "@/lib/operation/retention/preview-retention";
import { ownAvatarSchema } from "@/lib/people/avatars/schema";
import { action, readAction } from "@/lib/web/action";
import { workspaceSchema } from "@/lib/workspace/schema";
import * as settings from "@/lib/workspace/settings";

/** Changes the workspace's name, permissions, default channels or, for owners, retention. For owners and admins. */
export const updateWorkspace = action(workspaceSchema, async ({ user, input }) => {
  await settings.updateWorkspace(user, input);
  refresh();
});

/** Counts what a retention of the workspace would delete now, for owners. */
export const previewWorkspaceRetention = readAction(z.object({ days: daysSchema }), ({ user, input }) =>
  retention.previewRetention(user, input.days, null),
);

/** Sets the workspace's logo to an uploaded image, or removes it, for owners and admins. */
export const setLogo = action(ownAvatarSchema, async ({ user, input }) => {
  await settings.setLogo(user, input.picture);
  refresh();
});
