import { publicRoute } from "@/lib/web/http";

/** Answers every other path under /api with a 404 in JSON, also without a session. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({});
