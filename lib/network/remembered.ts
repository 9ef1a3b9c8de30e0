import { processWide } from "@/lib/process/process-wide";

const REMEMBERED_MS = 5 * 60_000;
const MOST = 10_000;

/** Remembers texts in this process for five minutes, up to 10,000; the oldest are dropped first. */
export function remembered(name: string): { has: (text: string) => boolean; add: (text: string) => void } {
  const until = processWide(name, () => new Map<string, number>());
  return {
    has: (text) => (until.get(text) ?? 0) > Date.now(),
    add: (text) => {
      until.delete(text);
      until.set(text, Date.now() + REMEMBERED_MS);
      const [oldest] = until.keys();
      if (oldest !== undefined && until.size > MOST) until.delete(oldest);
    },
  };
}
