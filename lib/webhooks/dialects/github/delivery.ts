import { Part, webUrl } from "./read";

/** One delivery of GitHub's. */
export type Delivery = {
  /** The `X-GitHub-Event` header. */
  event: string;
  /** What happened to the event's object, or "". */
  action: string;
  payload: Part;
  place: Place;
};

/** Where something happened: a repository ("octo/hello"), else an organisation or account, else "". */
export type Place = { name: string; url: string | undefined };

/** Reads what all deliveries have in common. `payload` is a JSON object. */
export function toDelivery(payload: object, event: string): Delivery {
  const part = new Part(payload);
  return { event, action: part.line("action", 60), payload: part, place: placeOf(part) };
}

function placeOf(payload: Part): Place {
  const repository = payload.at("repository");
  const name = repository.line("full_name", 150) || repository.line("name", 150);
  if (name) return { name, url: repository.url("html_url") };
  const accounts = [
    payload.at("organization"),
    payload.at("installation", "account"),
    payload.at("sponsorship", "sponsorable"),
    payload.at("enterprise"),
  ];
  for (const account of accounts) {
    const login = account.line("login", 100) || account.line("slug", 100);
    // An organisation comes without the address of its page, but its people live beside it.
    const url = account.url("html_url") ?? sibling(payload.at("sender").url("html_url"), account.line("login", 100));
    if (login) return { name: login, url };
  }
  return { name: "", url: undefined };
}

function sibling(url: string | undefined, login: string): string | undefined {
  return url && login ? `${new URL(url).origin}/${encodeURIComponent(login)}` : undefined;
}

/** A page below the place's own: `pageOf(place, "tree", "fix/a b")` is "…/tree/fix/a%20b". */
export function pageOf({ url }: Place, ...path: string[]): string | undefined {
  if (!url || path.includes("")) return undefined;
  return webUrl([url, ...path.map((part) => part.split("/").map(encodeURIComponent).join("/"))].join("/"));
}
