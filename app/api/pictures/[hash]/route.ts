import { servePicture } from "@/lib/pictures/serve-picture";
import { route } from "@/lib/web/http";

/** GET /api/pictures/<hash>: an uploaded picture as it is shown beside a name, for who is signed in. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ request, params: { hash } }) => servePicture(`${hash}`, request),
});
