"use server";

import { z } from "zod";
import { stopDigest } from "@/lib/attention/digest/subscription";
import { publicAction } from "@/lib/web/action";

/** Unsubscribes from missed-message emails, signed in or not. */
export const stopMail = publicAction(z.object({ code: z.string() }), ({ input }) => stopDigest(input.code));
