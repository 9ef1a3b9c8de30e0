/** A file whose bytes are safe on disk. */
export type StoredFile = {
  /** SHA-256 of the bytes. */
  hash: Buffer;
  /** In bytes. */
  size: number;
  /** The detected type: an image that is safe to display, a video, a sound, a PDF, or `application/octet-stream`. */
  contentType: string;
  /** In pixels; null if it isn't an image. */
  width: number | null;
  height: number | null;
  /** The path of this upload's own copy until its message is posted or refused. */
  temporary?: string;
};

/** A stored file to attach to a message. */
export type NewAttachment = { file: StoredFile; name: string; description: string };
