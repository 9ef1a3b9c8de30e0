import { z } from "zod";
import { idText } from "@/lib/channels/schema";

/** The newest notice that was shown; all older ones count as seen too. */
export const seenSchema = z.object({ upTo: idText });
