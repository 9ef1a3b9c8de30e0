import { listDrafts } from "@/lib/drafts/drafts";
import { route } from "@/lib/web/http";

/** GET /api/drafts: the user's drafts. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: ({ user }) => listDrafts(user) });
