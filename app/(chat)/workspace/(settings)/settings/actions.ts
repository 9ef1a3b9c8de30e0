"use server";

import { refresh } from "next/cache";
import { ownAvatarSchema } from "@/lib/avatars/schema";
import { action } from "@/lib/web/action";
import { workspaceSchema } from "@/lib/workspace/schema";
import * as settings from "@/lib/workspace/settings";

/** Changes the workspace's name, permissions or default channels, for owners and admins. */
export const updateWorkspace = action(workspaceSchema, async ({ user, input }) => {
  await settings.updateWorkspace(user, input);
  refresh();
});

/** Sets the workspace's logo to an uploaded image, or removes it, for owners and admins. */
export const setLogo = action(ownAvatarSchema, async ({ user, input }) => {
  await settings.setLogo(user, input.picture);
  refresh();
});
