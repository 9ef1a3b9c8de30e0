import { listDrafts } from "@/lib/messages/drafts/drafts";
import { parseId } from "@/lib/text/text";
import { route } from "@/lib/web/http";

/** GET /api/drafts?after=: a page of the user's drafts. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, query }) => {
    const after = query.get("after");
    const found = await listDrafts(user, parseId(after ?? "") ?? undefined);
    // An open page of the version before takes a list.
    return after === null ? found.items : found;
  },
});
