import { saveDraft } from "@/lib/drafts/drafts";
import { draftSchema } from "@/lib/drafts/schema";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/** PUT {channelId, text, marks, base, at} /api/drafts/<channel or root ID>: saves a draft, or deletes a blank one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: async ({ request, user, params }) =>
    saveDraft(user, idParam(params, "conversationId"), parse(draftSchema, await readJson(request))),
});
