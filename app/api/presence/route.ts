import { sayPage } from "@/lib/presence/say";
import { route } from "@/lib/web/http";

/** POST /api/presence?tab=<name>&away=<0 or 1>: a page of somebody signed in was left alone, or is looked at again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: async ({ request, user }) => sayPage(user, request.nextUrl.searchParams),
  },
  { counts: "nothing" },
);
