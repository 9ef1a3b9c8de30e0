import { paths } from "@/lib/paths";
import { type AttachmentDto, IMAGE_TYPES } from "@/lib/uploads/dto";

/** Of an attachment's row what `toAttachmentDto` reads. */
export const attachmentSelect = {
  id: true,
  name: true,
  size: true,
  contentType: true,
  width: true,
  height: true,
  description: true,
} as const;

/** The attachment as the browser knows it. */
export function toAttachmentDto({
  id,
  ...rest
}: Omit<AttachmentDto, "id" | "url" | "shown"> & { id: bigint }): AttachmentDto {
  const shown = (size: "preview" | "large") => paths.api.shownAttachment(`${id}`, rest.name, size);
  return {
    ...rest,
    id: `${id}`,
    url: paths.api.attachment(`${id}`, rest.name),
    shown: IMAGE_TYPES.has(rest.contentType) ? { preview: shown("preview"), large: shown("large") } : null,
  };
}
