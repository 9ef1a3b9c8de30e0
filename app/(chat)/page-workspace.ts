import { cache } from "react";
import { requirePageUser } from "@/lib/web/session";
import { workspaceFor } from "@/lib/workspace/workspace";

/** Returns the workspace around this request's page, read once per request. */
export const pageWorkspace = cache(async () => workspaceFor(await requirePageUser()));
