// Beyond this a date is none: JavaScript's own limit, in seconds.
const MOST_SECONDS = 8_640_000_000_000;

/**
 * Discord's tags as text that reads without Discord: custom emoji as `:name:`, timestamps as a date in UTC. Mentions of people,
 * `<@id>`, are Parley's own and stay.
 */
export function plainTags(text: string): string {
  return text
    .replace(/<a?:(\w{2,32}):\d{15,21}>/g, ":$1:")
    .replace(/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/g, (whole, seconds: string, style: string | undefined) =>
      dateText(Number(seconds), style ?? "f", whole),
    );
}

function dateText(seconds: number, style: string, otherwise: string): string {
  if (Math.abs(seconds) > MOST_SECONDS) return otherwise;
  const [date = "", time = ""] = new Date(seconds * 1000).toISOString().split("T");
  const clock = `${style === "T" ? time.slice(0, 8) : time.slice(0, 5)} UTC`;
  if (style === "t" || style === "T") return clock;
  return style === "d" || style === "D" ? date : `${date} ${clock}`;
}
