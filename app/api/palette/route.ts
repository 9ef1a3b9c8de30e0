import { joinableChannels } from "@/lib/channels/browse-channels";
import type { PaletteDto } from "@/lib/channels/dto";
import { sidebarChannels } from "@/lib/channels/queries";
import { route } from "@/lib/web/http";

/** GET /api/palette: the user's channels, and those that they can join. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user }): Promise<PaletteDto> => {
    const [mine, joinable] = await Promise.all([sidebarChannels(user), joinableChannels(user)]);
    return { mine, joinable };
  },
});
