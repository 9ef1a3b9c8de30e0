/** A message's file, as the browser gets it. */
export type AttachmentDto = {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  /** The detected type; `application/octet-stream` for files that are neither displayed nor played. */
  contentType: string;
  /** In pixels; null if it isn't an image. */
  width: number | null;
  height: number | null;
  /** The sender's description for people who can't see the image. */
  description: string;
  /** The path where members get the original file. */
  url: string;
  /** The paths of an image, or of a PDF's first page, in the message and enlarged; null for other files. */
  shown: { preview: string; large: string } | null;
};

/** A file in the list of a channel's files: who sent it, when, and in which message. */
export type ChannelFileDto = AttachmentDto & { seq: number; createdAt: string; by: string };

/** Kinds of files to look for. */
export const FILE_KINDS = ["image", "video", "audio", "pdf", "text", "other"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Names of texts and code. */
export const TEXT_NAME =
  /\.(?:txt|md|log|csv|tsv|json|ya?ml|toml|ini|conf|env|xml|html?|css|scss|jsx?|tsx?|mjs|cjs|py|rb|go|rs|java|kt|c|h|cc|cpp|hpp|cs|php|sh|bash|zsh|sql|diff|patch|swift|lua|pl|r|tf|gradle|vue|svelte|dockerfile)$/i;

/** A page of a channel's files. `next` is the cursor of the next page, null on the last. */
export type ChannelFilesDto = { items: ChannelFileDto[]; next: string | null };

/** Storage used by posted files. The total counts each file once, and so does each person's share. */
export type FileUsageDto = {
  /** In bytes, like the ones below. */
  used: number;
  files: number;
  /** How much of `used` are payloads in delivery logs. */
  payloads: number;
  limit: number | null;
  personLimit: number | null;
  webhooks: { used: number; files: number };
  /** The people who use the most. */
  people: { id: string; name: string; avatarUrl: string | null; used: number; files: number }[];
  /** The number of other people who posted files. */
  more: number;
};

/** Storage used by the files in channels' messages. A file in several messages counts in each. */
export type ChannelUsageDto = {
  /** The channels with the most, among those whose names the viewer may see. Sizes are in bytes. */
  channels: { id: string; name: string; isPrivate: boolean; used: number; files: number }[];
  /** The other channels among those. */
  more: { used: number; files: number };
  /** Direct messages, and private channels that the viewer isn't in. */
  hidden: { used: number; files: number };
};

/** One of the largest files. `shown` is null if the viewer isn't in its channel. */
export type LargeFileDto = {
  id: string;
  size: number;
  /** The person who posted it; null for a webhook or a former member. */
  by: string | null;
  createdAt: string;
  shown: { name: string; url: string; channelName: string | null } | null;
};

const MIB = 1024 * 1024;

/** How many files a message can have, and the maximum bytes of each and, for a person's message, of all together. */
export const UPLOAD_LIMITS = { files: 10, fileBytes: 25 * MIB, totalBytes: 100 * MIB } as const;

/** The type of PDFs, of which the first page is displayed. */
export const PDF_TYPE = "application/pdf";

/** The types of images that are displayed in messages. */
export const IMAGE_TYPES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
]);
