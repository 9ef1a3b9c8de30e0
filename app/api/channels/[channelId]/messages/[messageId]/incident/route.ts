import { requireChannel } from "@/lib/channels/access";
import { actOnIncident } from "@/lib/incidents/act";
import { incidentActSchema } from "@/lib/incidents/schema";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/** PATCH …/incident `{act, to?}`, for the channel's members. Returns the message. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: async ({ request, user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return actOnIncident(channel, idParam(params, "messageId"), parse(incidentActSchema, await readJson(request)));
  },
});
