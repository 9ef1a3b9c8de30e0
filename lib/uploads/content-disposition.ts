import { IMAGE_TYPES } from "@/lib/uploads/dto";

/** How a browser is to take a file: images in place, all else as a download; under its name, in the ways of RFC 6266. */
export function contentDisposition(contentType: string, name: string): string {
  const plain = name.replace(/[^ -~]|["\\%]/gu, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*!]/g, percent);
  return `${IMAGE_TYPES.has(contentType) ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
