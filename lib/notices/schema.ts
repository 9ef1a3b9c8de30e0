import { z } from "zod";
import { idText } from "@/lib/channels/schema";

/** Everything up to this notice has been shown. */
export const seenSchema = z.object({ upTo: idText });
