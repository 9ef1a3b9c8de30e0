"use server";

import { browseChannels } from "@/lib/channels/browse-channels";
import { browseSchema } from "@/lib/channels/schema";
import { readAction } from "@/lib/web/action";

/** Returns the next page of channels. Allowed for every signed-in user. */
export const loadMoreChannels = readAction(browseSchema, ({ user, input }) => browseChannels(user, input));
