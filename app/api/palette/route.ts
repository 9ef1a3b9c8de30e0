import { joinableChannels } from "@/lib/channels/browse-channels";
import type { PaletteDto } from "@/lib/channels/dto";
import { sidebarChannels } from "@/lib/channels/queries";
import { listGroupNames } from "@/lib/people/groups";
import { route } from "@/lib/web/http";

/** GET /api/palette: the user's channels, those that they can join, and user groups. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user }): Promise<PaletteDto> => {
    const [mine, joinable, groups] = await Promise.all([
      sidebarChannels(user),
      joinableChannels(user),
      listGroupNames(),
    ]);
    return { mine, joinable, groups };
  },
});
