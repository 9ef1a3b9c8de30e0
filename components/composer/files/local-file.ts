import { makeNonce } from "@/lib/browser/nonce";
import { type AttachmentDto, IMAGE_TYPES } from "@/lib/uploads/dto";

/** A chosen file, shown from this browser until the server has it. Its `url` holds memory until `releaseFiles`. */
export type LocalFile = { key: string; file: File; url: string; pixels: { width: number; height: number } | null };

/** Returns the file with what is needed to show it: an image's pixel size, null for other files. Never throws. */
export async function toLocalFile(file: File): Promise<LocalFile> {
  const url = URL.createObjectURL(file);
  const pixels = IMAGE_TYPES.has(file.type) ? await measure(url) : null;
  return { key: makeNonce(), file, url, pixels };
}

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

function measure(url: string): Promise<LocalFile["pixels"]> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => resolve(null);
    image.src = url;
  });
}
