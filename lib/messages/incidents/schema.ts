import { z } from "zod";
import { INCIDENT_ACTS } from "@/lib/messages/dto";
import { INCIDENT_VIEWS } from "@/lib/messages/incidents/dto";
import { cursorParameter } from "@/lib/text/cursor";
import { idParameter, idSchema } from "@/lib/text/id-schema";
import { storableText } from "@/lib/text/text";

// Whether it needs someone, its rank and the time of the last incident, and its message's id.
const after = cursorParameter.transform((cursor) => {
  const [needs, rank, opened] = cursor?.key.split(" ") ?? [];
  const at = z.iso.datetime().safeParse(opened);
  if (!cursor || !at.success || !/^[01]$/.test(needs ?? "") || !/^[1-4]$/.test(rank ?? "")) return undefined;
  return { needs: Number(needs), rank: Number(rank), at: at.data, id: cursor.id };
});

const name = z
  .string()
  .max(200)
  .optional()
  .catch(undefined)
  .transform((given) => (given ? storableText(given) : null));

/** Which open incidents to list. Invalid parameters are ignored. */
export const incidentsSchema = z.object({
  channel: idParameter,
  tool: name,
  show: z.enum(INCIDENT_VIEWS).catch("all"),
  after,
});

/** Which outages to list. Invalid parameters are ignored. */
export const historySchema = z.object({
  channel: idParameter,
  tool: name,
  place: name,
  after: cursorParameter.transform((cursor) => {
    const at = z.iso.datetime().safeParse(cursor?.key);
    return cursor && at.success ? { at: at.data, id: cursor.id } : undefined;
  }),
});

export type HistoryFilter = z.output<typeof historySchema>;

export type IncidentFilter = z.output<typeof incidentsSchema>;

/** What to do about an incident. `to` is the member to assign it to. */
export const incidentActSchema = z.discriminatedUnion("act", [
  z.object({ act: z.enum(INCIDENT_ACTS).exclude(["assign"]) }),
  z.object({ act: z.literal("assign"), to: idSchema("to must be a person's ID.") }),
]);

export type IncidentAct = z.output<typeof incidentActSchema>;
