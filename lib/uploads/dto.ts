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
