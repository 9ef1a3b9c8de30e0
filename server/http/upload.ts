import type { IncomingMessage } from "node:http";
import { PICTURE_LIMITS } from "@/lib/pictures/dto";
import { UPLOAD_LIMITS } from "@/lib/uploads/dto";
import { isUpload } from "@/lib/uploads/read-upload";

const UPLOADS = [
  { path: /^\/api\/channels\/\d+\/messages$/, bytes: UPLOAD_LIMITS.totalBytes },
  { path: /^\/api\/pictures$/, bytes: PICTURE_LIMITS.bytes },
];

/** How many bytes of files the request may send: it may be larger and take longer than others. Null when it is none that may send files. */
export function uploadBytes({ method, url, headers }: IncomingMessage): number | null {
  if (method !== "POST" || !isUpload({ headers: { get: () => headers["content-type"] ?? null } })) return null;
  return UPLOADS.find(({ path }) => path.test(url ?? ""))?.bytes ?? null;
}
