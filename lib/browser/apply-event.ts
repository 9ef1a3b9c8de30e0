import type { StreamEvent } from "@/lib/live/streams/types";
import { paths } from "@/lib/text/paths";
import { channelFeed } from "./channel-feed";
import { ask, askBelow } from "./data";
import { fullDisk } from "./events";
import { askStatuses, changePerson } from "./people";
import { changePins } from "./pins";
import { applyHere, applyPresence } from "./presence";
import { moveRead, tellReads } from "./reading";

// The prefix of all addresses of the inbox's pages.
const INBOX = paths.api.inbox("");
const LATER = paths.api.later("");

/** The page's reactions to events. */
type Page = {
  /** Asks the server to render the page again. */
  refresh: () => void;
  /** Deletes what this device stores of a channel, or of all (null). */
  forget: (channelId: string | null) => void;
};

/** Updates everything this page holds with an event of its stream. The only place that knows what each kind of event means. */
export function applyEvent(event: StreamEvent, page: Page): void {
  switch (event.type) {
    case "ready":
      fullDisk.set(event.full);
      channelFeed.emit(event);
      askUnread("now");
      askOwn();
      askStatuses();
      tellReads();
      ask(paths.api.drafts);
      askBelow(paths.api.incidents);
      ask(paths.api.emoji);
      askBelow(paths.api.allFiles);
      if (event.channelId !== null) {
        askBelow(webhooksOf(event.channelId));
        ask(paths.api.files(event.channelId, null));
      }
      break;
    case "changes":
      channelFeed.emit(event);
      changePins(event.channelId, event.messages);
      ask(paths.api.files(event.channelId, null), "settled");
      // Messages of the open channel are read as they arrive, so ask for the counts once they have settled.
      askUnread("settled");
      // Delivery logs don't show deleted messages.
      if (event.messages.some(({ deleted }) => deleted)) askBelow(webhooksOf(event.channelId));
      break;
    case "reset":
    case "expired":
      channelFeed.emit(event);
      askUnread("settled");
      askBelow(`${paths.api.sidebar}/${event.channelId}/`);
      break;
    case "typing":
      channelFeed.emit(event);
      break;
    case "disk":
      fullDisk.set(event.full);
      break;
    case "activity":
      askUnread("settled");
      break;
    case "unread":
      askUnread("now");
      askOwn();
      break;
    case "drafts":
      ask(paths.api.drafts);
      break;
    case "read":
      moveRead(event);
      askBelow(INBOX, "settled");
      break;
    case "deliveries":
      channelFeed.emit(event);
      askBelow(`${webhooksOf(event.channelId)}${event.webhookId}/`);
      break;
    case "person":
      changePerson(event);
      ask(paths.api.profile(event.userId));
      break;
    case "presence":
      applyPresence(event);
      break;
    case "here":
      applyHere(event);
      break;
    case "emoji":
      ask(paths.api.emoji, "settled");
      break;
    case "incidents":
      ask(paths.api.sidebar, "settled");
      askBelow(paths.api.incidents, "settled");
      break;
    case "files":
      askBelow(paths.api.allFiles, "settled");
      break;
    case "channels":
      page.refresh();
      askBelow(`${paths.api.sidebar}/`);
      askBelow(INBOX);
      askBelow(paths.api.allFiles);
      break;
    case "gone":
      // The server decides what the page shows now.
      page.refresh();
      page.forget(event.channelId);
      break;
    case "signed-out":
      page.forget(null);
      window.location.assign(paths.login);
  }
}

/** Asks for everything that shows what is unread: the sidebar, and the inbox if it is open. */
function askUnread(urgency: "now" | "settled"): void {
  ask(paths.api.sidebar, urgency);
  askBelow(INBOX, urgency);
}

/** Asks for what only this person has. */
function askOwn(): void {
  askBelow(LATER);
  askBelow(paths.api.savedSearches);
  ask(paths.api.scheduled);
}

/** Returns the prefix of all addresses about a channel's webhooks. */
function webhooksOf(channelId: string): string {
  return `${paths.api.channelWebhooks(channelId)}/`;
}
