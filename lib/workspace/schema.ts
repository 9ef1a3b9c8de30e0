import { z } from "zod";
import { daysSchema } from "@/lib/channels/schema";
import { nameSchema } from "@/lib/people/schema";
import { idSchema } from "@/lib/text/id-schema";

const MOST_DEFAULT_CHANNELS = 20;

const whoMay = (sentence: string) => z.enum(["everyone", "admins"], sentence).optional();

/** A change to the workspace's settings. Missing fields keep their value. */
export const workspaceSchema = z.object({
  name: nameSchema("a workspace name").optional(),
  whoInvites: whoMay("Choose who can invite people."),
  whoCreatesChannels: whoMay("Choose who can create channels."),
  defaultChannelIds: z
    .array(idSchema("This channel no longer exists. Reload the page and choose another."))
    .min(1, "Choose at least one default channel, so that new members have somewhere to start.")
    .max(MOST_DEFAULT_CHANNELS, `You can choose at most ${MOST_DEFAULT_CHANNELS} default channels.`)
    .optional(),
  previewsLinks: z.boolean("Choose whether links get a preview.").optional(),
  retentionDays: daysSchema.nullable().optional(),
});

export type WorkspaceChange = z.output<typeof workspaceSchema>;
