import type { CardState } from "@/lib/messages/dto";
import type { ThingReport } from "@/lib/messages/thing-report";
import { body, inline, link, literal } from "@/lib/webhooks/payload/markdown";
import { type Delivery, type EventCard, spaced, stateOf } from "./card";
import { ciCards } from "./ci";
import { asState, named } from "./outcomes";
import { bodyFact, cardIn, factsOfCard, field, keyOf, moment, numbered, personOf, type Things, where } from "./reports";

/** Reports on deployments and releases. */
export const deliveredThings: Things = {
  deployment: (delivery) => deploymentReport(delivery, stateOf("Created", "progress")),
  deployment_protection_rule: (delivery) => deploymentReport(delivery, stateOf("Waiting", "warning")),
  deployment_status: deploymentStatus,
  release,
};

type Made = { report: ThingReport; card: EventCard };

function deploymentReport(delivery: Delivery, state: CardState): ThingReport | null {
  return deploymentOf(delivery, state)?.report ?? null;
}

function deploymentOf(delivery: Delivery, state: CardState): Made | null {
  const made = delivery.payload.at("deployment");
  const card = cardIn(ciCards, delivery);
  const key = numbered("deployment", delivery, made, "id");
  if (key === null || !card) return null;
  const person = personOf(made.at("creator"));
  const facts = { ...factsOfCard(delivery, card), state, ...(person && { person }) };
  return { card, report: { key, at: moment(card.at), facts, hasLine: true } };
}

const VERDICTS = new Set(["success", "failure", "error"]);

/** A deployment that failed is an incident of its environment, until one to it succeeds. */
function deploymentStatus(delivery: Delivery): ThingReport | null {
  const { payload, source } = delivery;
  const name = payload.at("deployment_status").line("state", 40);
  const said = named(name);
  const environment =
    payload.at("deployment_status").line("environment", 100) || payload.at("deployment").line("environment", 100);
  const word = name === "success" ? "succeeded" : name === "inactive" ? "replaced" : said.word;
  const made = deploymentOf(delivery, asState({ ...said, word }, true));
  if (!made) return null;
  const at = payload.at("deployment").time("created_at") ?? made.card.at;
  if (!VERDICTS.has(name) || !environment || at === undefined) return made.report;
  const key = keyOf("deployments of ", source.name, " to ", environment);
  return { ...made.report, incidentOf: { key, at, isBad: name !== "success" } };
}

const DRAFT = stateOf("Draft", "none");
const DELETED = stateOf("Deleted", "none");

/** GitHub sends a release as created, published and released at once. */
function release(delivery: Delivery): ThingReport | null {
  const { action, payload } = delivery;
  const made = payload.at("release");
  const key = numbered("release", delivery, made, "id");
  if (key === null) return null;
  const tag = made.line("tag_name", 100);
  const name = made.line("name");
  const isDraft = made.is("draft") || action === "unpublished";
  const published = stateOf(made.is("prerelease") ? "Pre-release" : "Published", "done");
  const state = action === "deleted" ? DELETED : isDraft ? DRAFT : published;
  const downloads = made
    .objects("assets")
    .map((asset) => link(literal(asset.line("name", 100)), asset.url("browser_download_url")));
  const time = made.time("updated_at") ?? made.time("published_at") ?? made.time("created_at");
  return {
    key,
    at: moment(time, state === DELETED ? 2 : isDraft ? 0 : 1),
    facts: {
      ...where(delivery),
      subject: spaced("Release", tag, name === tag ? "" : name),
      state,
      url: made.url("html_url") ?? null,
      person: personOf(made.at("author")),
      body: bodyFact(body(made.text("body"), made.url("html_url"))),
      ...field("Downloads", inline(downloads), "link"),
    },
    hasLine: true,
  };
}
