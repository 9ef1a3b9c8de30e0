import { publicRoute } from "@/lib/web/http";

/** Every path under /api that is nothing: 404 in JSON, to anybody. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({});
