"use server";

import { browseChannels } from "@/lib/channels/browse-channels";
import { browseSchema } from "@/lib/channels/schema";
import { readAction } from "@/lib/web/action";

/** Anybody signed in: the channels that follow those they have. */
export const loadMore = readAction(browseSchema, ({ user, input }) => browseChannels(user, input));
