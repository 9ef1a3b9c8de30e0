import type { UploadedAvatarDto } from "@/lib/avatars/dto";
import { type Answer, toAnswer } from "@/lib/browser/request";
import { paths } from "@/lib/paths";

/** A square of the image, in image pixels. */
type Area = { x: number; y: number; width: number };

/** Uploads this area of the image as an avatar, without a timeout. Never throws. */
export async function sendAvatar(file: File, area: Area, signal: AbortSignal): Promise<Answer<UploadedAvatarDto>> {
  const form = new FormData();
  const { x, y, width: side } = area;
  for (const [name, pixels] of Object.entries({ x, y, side })) form.append(name, `${Math.max(0, Math.round(pixels))}`);
  form.append("picture", file);
  try {
    const response = await fetch(paths.api.avatars, { method: "POST", body: form, signal });
    return toAnswer(response.status, await response.text(), response.headers.get("Retry-After"));
  } catch {
    return { ok: false, status: null, error: null, retryAfter: null };
  }
}
