/** A file whose bytes are safe on disk. */
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
  /** Where the bytes lie for this upload alone, until its message is posted or refused; without it, only under their hash. */
  temporary?: string;
};

/** A stored file as it goes into a message. */
export type NewAttachment = { file: StoredFile; name: string; description: string };
