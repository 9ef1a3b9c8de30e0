import { saveDraft } from "@/lib/messages/drafts/drafts";
import { draftSchema } from "@/lib/messages/drafts/schema";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** PUT {channelId, text, marks, base, at} /api/drafts/<channel or root ID>: saves a draft, or deletes a blank one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: withBody(draftSchema, ({ user, params, body }) => saveDraft(user, idParam(params, "conversationId"), body)),
});
