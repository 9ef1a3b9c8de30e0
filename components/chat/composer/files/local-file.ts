import type { AttachmentDto } from "@/lib/files/uploads/dto";

/** A chosen file, shown from this browser until the server has it. Its `url` holds memory until `releaseFiles`. */
export type LocalFile = { key: string; file: File; url: string; pixels: { width: number; height: number } | null };

/** Frees the memory of files that are no longer shown. */
export function releaseFiles(files: readonly LocalFile[]): void {
  for (const { url } of files) URL.revokeObjectURL(url);
}

/** Returns the file as an attachment of a message that is being sent. */
export function asAttachment({ key, file, url, pixels }: LocalFile): AttachmentDto {
  return {
    id: key,
    name: file.name,
    size: file.size,
    contentType: pixels ? file.type : "application/octet-stream",
    width: pixels?.width ?? null,
    height: pixels?.height ?? null,
    description: "",
    url,
    shown: pixels ? { preview: url, large: url } : null,
  };
}
