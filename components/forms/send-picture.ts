import { type Answer, toAnswer } from "@/lib/browser/request";
import { paths } from "@/lib/paths";
import type { UploadedPictureDto } from "@/lib/pictures/dto";

/** A square part of a picture, in its own pixels. */
type Area = { x: number; y: number; width: number };

/** Uploads that part of the picture, for as long as it takes unless `signal` gives it up. Never throws. */
export async function sendPicture(file: File, area: Area, signal: AbortSignal): Promise<Answer<UploadedPictureDto>> {
  const form = new FormData();
  const { x, y, width: side } = area;
  for (const [name, pixels] of Object.entries({ x, y, side })) form.append(name, `${Math.max(0, Math.round(pixels))}`);
  form.append("picture", file);
  try {
    const response = await fetch(paths.api.pictures, { method: "POST", body: form, signal });
    return toAnswer(response.status, await response.text(), response.headers.get("Retry-After"));
  } catch {
    return { ok: false, status: null, error: null, retryAfter: null };
  }
}
