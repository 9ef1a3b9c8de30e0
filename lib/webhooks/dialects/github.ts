import { AppError } from "@/lib/errors";
import { isBlank } from "@/lib/text";
import type { WebhookPost } from "@/lib/webhooks/dialects/draft";
import { alertCards } from "@/lib/webhooks/dialects/github/alerts";
import { type Cards, toEmbed } from "@/lib/webhooks/dialects/github/card";
import { checkCards } from "@/lib/webhooks/dialects/github/checks";
import { commentCards } from "@/lib/webhooks/dialects/github/comments";
import { toDelivery } from "@/lib/webhooks/dialects/github/delivery";
import { deploymentCards } from "@/lib/webhooks/dialects/github/deployments";
import { discussionCards } from "@/lib/webhooks/dialects/github/discussions";
import { fanCards } from "@/lib/webhooks/dialects/github/fans";
import { hookCards } from "@/lib/webhooks/dialects/github/hook";
import { issueCards } from "@/lib/webhooks/dialects/github/issues";
import { peopleCards } from "@/lib/webhooks/dialects/github/people";
import { plainLine } from "@/lib/webhooks/dialects/github/plain";
import { planningCards } from "@/lib/webhooks/dialects/github/planning";
import { pullRequestCards } from "@/lib/webhooks/dialects/github/pull-request";
import { pushCards } from "@/lib/webhooks/dialects/github/push";
import { isObject } from "@/lib/webhooks/dialects/github/read";
import { refCards } from "@/lib/webhooks/dialects/github/refs";
import { releaseCards } from "@/lib/webhooks/dialects/github/releases";
import { repositoryCards } from "@/lib/webhooks/dialects/github/repository";
import { reviewCards } from "@/lib/webhooks/dialects/github/reviews";
import { workflowCards } from "@/lib/webhooks/dialects/github/workflows";
import { parley } from "@/lib/webhooks/dialects/parley";

// A map, because an event called "constructor" is an unknown event.
const cards = new Map<string, Cards[string]>(
  [
    pushCards,
    refCards,
    pullRequestCards,
    reviewCards,
    issueCards,
    commentCards,
    discussionCards,
    releaseCards,
    workflowCards,
    checkCards,
    deploymentCards,
    alertCards,
    fanCards,
    repositoryCards,
    planningCards,
    peopleCards,
    hookCards,
  ].flatMap((group) => Object.entries(group)),
);

/**
 * GitHub's delivery of `event` (its `X-GitHub-Event` header) as a card, or as a plain line when the event is unknown or its
 * payload isn't what it should be. Pings nobody. Throws AppError `invalid` without an event or when the payload is no object.
 */
export function github(payload: unknown, event: string): WebhookPost {
  if (isBlank(event)) throw new AppError("invalid", "The X-GitHub-Event header is missing.");
  if (!isObject(payload)) throw new AppError("invalid", "The payload must be a JSON object.");
  const delivery = toDelivery(payload, event.trim());
  const card = cards.get(delivery.event)?.(delivery);
  const message = card ? { embeds: [toEmbed(delivery, card)] } : { content: plainLine(delivery) };
  return parley({ ...message, allowed_mentions: { parse: [] } });
}
