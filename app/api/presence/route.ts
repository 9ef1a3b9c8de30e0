import { sayPage } from "@/lib/live/presence/say";
import { route } from "@/lib/web/http";

/** POST /api/presence?tab=<name>&away=<0 or 1>: reports that a tab went idle or is in use again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: ({ user, query }) => sayPage(user, query),
  },
  { counts: "nothing" },
);
