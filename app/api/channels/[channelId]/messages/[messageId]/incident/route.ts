import { requireChannel } from "@/lib/channels/access";
import { actOnIncident } from "@/lib/messages/incidents/act";
import { incidentActSchema } from "@/lib/messages/incidents/schema";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** PATCH …/incident `{act, to?}`, for the channel's members. Returns the message. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: withBody(incidentActSchema, async ({ user, params, body }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return actOnIncident(channel, idParam(params, "messageId"), body);
  }),
});
