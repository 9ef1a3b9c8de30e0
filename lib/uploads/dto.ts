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
  /** Where members get it as it was sent: a path of this install. */
  url: string;
  /** Where an image is got as it is shown: in a message, and large. Null of anything else. */
  shown: { preview: string; large: string } | null;
};

/** A file in the list of a channel's: who sent it, when, and in which message. */
export type ChannelFileDto = AttachmentDto & { seq: number; createdAt: string; by: string };

/** A page of the list of a channel's files. `next` is after which one the following begins, null at the list's end. */
export type ChannelFilesDto = { items: ChannelFileDto[]; next: string | null };

/** How much of the disk posted files take: each file once in the whole, and once for everybody who has posted it. */
export type FileUsageDto = {
  /** Bytes, as those that follow. */
  used: number;
  files: number;
  limit: number | null;
  personLimit: number | null;
  webhooks: { used: number; files: number };
  /** Those who use most. */
  people: { id: string; name: string; avatarUrl: string | null; used: number; files: number }[];
  /** How many others have posted files, too. */
  more: number;
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
