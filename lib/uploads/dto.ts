/** A file of a message as the browser knows it. */
export type AttachmentDto = {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** What the bytes were found to be; `application/octet-stream` for whatever is not shown. */
  contentType: string;
  /** Pixels, of an image; null of anything else. */
  width: number | null;
  height: number | null;
  /** What the sender says of it, for who can't see it. */
  description: string;
  /** Where members get it: a path of this install. */
  url: string;
};

const MIB = 1024 * 1024;

/** What one message may carry: how many files, and the bytes of each and, from a person, of all together. */
export const UPLOAD_LIMITS = { files: 10, fileBytes: 25 * MIB, totalBytes: 100 * MIB } as const;

/** The types of image that are shown in their message; every other file is a download. */
export const IMAGE_TYPES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
]);
