/** Returns the charset that a Content-Type names, in lower case, or null. */
export function charsetIn(contentType: string | null): string | null {
  const [, named = ""] = /;\s*charset\s*=\s*([^;]{1,80})/i.exec(contentType ?? "") ?? [];
  return named.replace(/["'\s]/g, "").toLowerCase() || null;
}

/** Returns whether a charset, in lower case, is UTF-8. */
export function isUtf8(charset: string): boolean {
  return /^utf-?8$/.test(charset);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const SINGLE_BYTES = /^(iso-8859|windows|koi8|macintosh|x-mac|ibm866)/;

/**
 * Decodes text in the charset that its sender names, or in UTF-8; null if it's in neither. Without a name, the text may
 * say it itself. Some senders name a charset of single bytes and send UTF-8. Real text in one is never valid UTF-8, so
 * that is tried first.
 */
export function decodeAs(bytes: Uint8Array, charset: string | null): string | null {
  if (charset !== null && isUtf8(charset)) return decodeWith(utf8, bytes);
  const named = charset === null ? null : decoderOf(charset);
  if (named === null || SINGLE_BYTES.test(named.encoding)) {
    return decodeWith(utf8, bytes) ?? decodeWith(markedDecoder(bytes) ?? named ?? xmlDecoder(bytes), bytes);
  }
  return decodeWith(markedDecoder(bytes) ?? named, bytes) ?? decodeWith(utf8, bytes);
}

/** Decodes a text that may be cut or broken: replaces what can't be decoded, and an unknown charset with UTF-8. */
export function decodeLoosely(bytes: Uint8Array, charset: string): string {
  return run(decoderOf(charset, false) ?? new TextDecoder(), bytes);
}

/** Returns the fields of a form whose percent-encoded text is in this charset, or in UTF-8. */
export function formFields(text: string, charset: string | null): URLSearchParams {
  if (charset === null || isUtf8(charset)) return new URLSearchParams(text);
  return new URLSearchParams(text.replace(/[^&=]*%[^&=]*/g, (part) => inUtf8(part, charset)));
}

function inUtf8(part: string, charset: string): string {
  const bytes = part
    .replaceAll("+", " ")
    .replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  const decoded = /[^\0-\xff]/.test(bytes) ? null : decodeAs(Buffer.from(bytes, "latin1"), charset);
  return decoded === null ? part : encodeURIComponent(decoded);
}

/** Returns the decoder of a charset that every runtime knows (https://encoding.spec.whatwg.org), or null. */
function decoderOf(charset: string, fatal = true): TextDecoder | null {
  try {
    return new TextDecoder(charset, { fatal });
  } catch {
    return null;
  }
}

function markedDecoder([first, second]: Uint8Array): TextDecoder | null {
  if (first === 0xff && second === 0xfe) return decoderOf("utf-16le");
  return first === 0xfe && second === 0xff ? decoderOf("utf-16be") : null;
}

function xmlDecoder(bytes: Uint8Array): TextDecoder | null {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const [, charset] = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? [];
  return charset === undefined ? null : decoderOf(charset);
}

function decodeWith(decoder: TextDecoder | null, bytes: Uint8Array): string | null {
  try {
    return decoder && run(decoder, bytes);
  } catch {
    return null;
  }
}

// Where windows-1252 differs from Latin-1.
const SIGNS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

function run(decoder: TextDecoder, bytes: Uint8Array): string {
  if (decoder.encoding !== "windows-1252") return decoder.decode(bytes);
  // Some versions of Node decode it as Latin-1: https://github.com/nodejs/node/issues/56542
  const latin1 = Buffer.from(bytes).toString("latin1");
  return latin1.replace(/[\x80-\x9f]/g, (sign) => SIGNS[sign.charCodeAt(0) - 0x80] ?? sign);
}
