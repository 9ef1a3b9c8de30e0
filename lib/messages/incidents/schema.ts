import { z } from "zod";
import { INCIDENT_ACTS } from "@/lib/messages/dto";
import { INCIDENT_VIEWS } from "@/lib/messages/incidents/dto";
import { cursorParameter } from "@/lib/text/cursor";
import { idParameter, idSchema } from "@/lib/text/id-schema";
import { storableText } from "@/lib/text/text";

// The severity and the time of the last incident, and its message's id.
const after = cursorParameter.transform((cursor) => {
  const [severity, opened] = cursor?.key.split(" ") ?? [];
  const at = z.iso.datetime().safeParse(opened);
  if (!cursor || !at.success || (severity !== "danger" && severity !== "warning")) return undefined;
  return { severity, at: at.data, id: cursor.id };
});

/** Which open incidents to list. Invalid parameters are ignored. */
export const incidentsSchema = z.object({
  channel: idParameter,
  tool: z
    .string()
    .max(200)
    .optional()
    .catch(undefined)
    .transform((name) => (name ? storableText(name) : null)),
  show: z.enum(INCIDENT_VIEWS).catch("all"),
  after,
});

export type IncidentFilter = z.output<typeof incidentsSchema>;

/** What to do about an incident. `to` is the member to assign it to. */
export const incidentActSchema = z.discriminatedUnion("act", [
  z.object({ act: z.enum(INCIDENT_ACTS).exclude(["assign"]) }),
  z.object({ act: z.literal("assign"), to: idSchema("to must be a person's ID.") }),
]);

export type IncidentAct = z.output<typeof incidentActSchema>;
