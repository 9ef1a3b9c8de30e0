import type { IncomingMessage } from "node:http";
import { isUpload } from "@/lib/uploads/read-upload";

/** Whether the request is a person's message with files: it may be larger and take longer than others. */
export function isUploadRequest({ method, url, headers }: IncomingMessage): boolean {
  if (method !== "POST" || !/^\/api\/channels\/\d+\/messages$/.test(url ?? "")) return false;
  return isUpload({ headers: { get: () => headers["content-type"] ?? null } });
}
