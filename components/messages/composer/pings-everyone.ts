import { splitCode } from "./code";

/** Whether the text, when it is sent, pings every member of its channel. */
export function pingsEveryone(sent: string): boolean {
  const text = splitCode(sent)
    .map((piece, place) => (place % 2 === 1 ? " " : piece))
    .join("");
  return /(^|[^\w@])@(everyone|here)\b/.test(text);
}
