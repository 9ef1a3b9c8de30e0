import { joinableChannels } from "@/lib/channels/browse-channels";
import type { PaletteDto } from "@/lib/channels/dto";
import { sidebarChannels } from "@/lib/channels/queries";
import { route } from "@/lib/web/http";

/** GET /api/palette: the channels of whoever is signed in, and those that they may join. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user }): Promise<PaletteDto> => {
    const [mine, joinable] = await Promise.all([sidebarChannels(user), joinableChannels(user)]);
    return { mine, joinable };
  },
});
