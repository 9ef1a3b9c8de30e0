// JavaScript's latest date, in seconds since 1970.
const MOST_SECONDS = 8_640_000_000_000;

/** What Discord's pages of a server are called, by their name in `<id:…>`. */
const PAGES: Record<string, string> = {
  home: "Home",
  browse: "Browse Channels",
  customize: "Channels & Roles",
  guide: "Server Guide",
  "linked-roles": "Linked Roles",
};

/**
 * Returns what one of Discord's tags, such as `<t:1795000000:R>`, says without Discord, or null for other text. People
 * and roles (`<@id>`, `<@&id>`) and links are the same in Parley, so they're null, too.
 */
export function tagText(tag: string): string | null {
  const inside = tag.slice(1, -1);
  switch (inside.charAt(0)) {
    case ":":
    case "a": {
      const [, name] = /^a?:(\w{2,32}):\d{15,21}$/.exec(inside) ?? [];
      return name === undefined ? null : `:${name}:`;
    }
    case "t": {
      const [, seconds, style = "f"] = /^t:(-?\d{1,13})(?::([tTdDfFsSR]))?$/.exec(inside) ?? [];
      return seconds === undefined ? null : dateText(Number(seconds), style);
    }
    case "#":
      return /^#\d{15,21}$/.test(inside) ? inside : null;
    case "/": {
      const [, command] = /^(\/[-\w\p{L}\p{N}]{1,32}(?: [-\w\p{L}\p{N}]{1,32}){0,2}):\d{1,21}$/u.exec(inside) ?? [];
      return command ?? null;
    }
    case "i": {
      const [, page = ""] = /^id:([a-z-]{1,20})(?::\d{15,21})?$/.exec(inside) ?? [];
      return Object.hasOwn(PAGES, page) ? `#${PAGES[page]}` : null;
    }
    default:
      return null;
  }
}

function dateText(seconds: number, style: string): string | null {
  if (Math.abs(seconds) > MOST_SECONDS) return null;
  const [date = "", time = ""] = new Date(seconds * 1000).toISOString().split("T");
  const clock = `${"TS".includes(style) ? time.slice(0, 8) : time.slice(0, 5)} UTC`;
  if (style === "t" || style === "T") return clock;
  return style === "d" || style === "D" ? date : `${date} ${clock}`;
}
