const EBML = "\x1aE\xdf\xa3";
const MP4_AUDIO = ["M4A ", "M4B "];
const QUICKTIME = "qt  ";

/** Returns the type of a video, sound or PDF from a file's first bytes; null if it's anything else. Never throws. */
export function mediaTypeOf(head: Buffer): string | null {
  const start = head.toString("latin1", 0, 64);
  const starts = (text: string, offset = 0) => start.startsWith(text, offset);
  if (starts("%PDF-")) return "application/pdf";
  if (starts("ftyp", 4)) {
    const brand = start.slice(8, 12);
    if (/^(?:avif|avis|heic|heix|mif1)$/.test(brand)) return null;
    if (MP4_AUDIO.includes(brand)) return "audio/mp4";
    return brand === QUICKTIME ? "video/quicktime" : "video/mp4";
  }
  if (starts(EBML)) return start.includes("webm") ? "video/webm" : null;
  if (starts("OggS")) return start.includes("theora") ? "video/ogg" : "audio/ogg";
  if (starts("RIFF") && starts("WAVE", 8)) return "audio/wav";
  if (starts("fLaC")) return "audio/flac";
  return starts("ID3") || isMp3Frame(head) ? "audio/mpeg" : null;
}

// MPEG 1 or 2, layer III, with a bit rate and a sample rate that exist.
function isMp3Frame(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head;
  const layer = (second >> 1) & 3;
  const version = (second >> 3) & 3;
  return (
    first === 0xff && second >> 5 === 7 && layer === 1 && version !== 1 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3
  );
}
