import { paths } from "@/lib/paths";
import type { AttachmentDto } from "@/lib/uploads/dto";

/** The attachment as the browser knows it. */
export function toAttachmentDto({ id, ...rest }: Omit<AttachmentDto, "id" | "url"> & { id: bigint }): AttachmentDto {
  return { ...rest, id: `${id}`, url: paths.api.attachment(`${id}`, rest.name) };
}
