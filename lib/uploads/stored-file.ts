/** A file whose bytes are safe on disk, under their hash. */
export type StoredFile = {
  /** SHA-256 of the bytes. */
  hash: Buffer;
  /** Bytes. */
  size: number;
  /** What the bytes were found to be: an image type that browsers show safely, or `application/octet-stream`. */
  contentType: string;
  /** Pixels, of an image; null of anything else. */
  width: number | null;
  height: number | null;
};

/** A stored file as it goes into a message. */
export type NewAttachment = { file: StoredFile; name: string; description: string };
