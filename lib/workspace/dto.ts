import type { RetentionDays } from "@/lib/channels/dto";
import type { AllowedPeople } from "@/lib/people/dto";

/** The workspace as everyone sees it, also on the pages for signing in and joining. */
export type WorkspaceFaceDto = { name: string; logoUrl: string | null };

/** The workspace around every page, with what its reader may do. */
export type WorkspaceDto = WorkspaceFaceDto & { mayInvite: boolean; mayCreateChannels: boolean };

/** A channel that new people join, or that could be one. */
export type DefaultChannelDto = { id: string; name: string };

/** The workspace's settings. Members read them; owners and admins change them. */
export type WorkspaceSettingsDto = WorkspaceFaceDto & {
  whoInvites: AllowedPeople;
  whoCreatesChannels: AllowedPeople;
  /** Whether people's links get a preview. */
  previewsLinks: boolean;
  /** The channels that new people join now. */
  defaultChannels: DefaultChannelDto[];
  canChange: boolean;
  retentionDays: RetentionDays;
  /** Only owners can. */
  canChangeRetention: boolean;
};
