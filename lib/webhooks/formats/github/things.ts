import type { ThingReport } from "@/lib/messages/thing-report";
import { alertThings } from "./alert-things";
import type { Delivery } from "./card";
import { checkThings } from "./checks";
import { readRef } from "./code";
import { deliveredThings } from "./delivered-things";
import { issueThings } from "./issue-things";
import { pullRequestThings } from "./pull-request-things";
import type { Noise, Things } from "./reports";
import { runThings } from "./run-things";

// Why: docs/decisions/things.md

const STARS: Noise = { skip: "Stars aren't posted." };

/** What is a card, or noise: it has no life. */
const others: Things = {
  push,
  create: ({ payload }) => branchOnly(payload.line("ref_type", 20)),
  delete: ({ payload }) => branchOnly(payload.line("ref_type", 20)),
  star: () => STARS,
  watch: () => STARS,
  fork: () => ({ skip: "Forks aren't posted." }),
  label: () => ({ skip: "Definitions of labels aren't posted." }),
  page_build: ({ payload }) =>
    payload.at("build").line("status", 40) === "errored"
      ? null
      : { skip: "Builds of the Pages site are posted if they fail." },
};

const BRANCHES: Noise = { skip: "Pushes to other branches are shown by their pull requests." };

/** GitHub says the default branch in each push. */
function push({ payload }: Delivery): Noise | null {
  const { kind, name } = readRef(payload.line("ref", 255));
  const main = payload.at("repository").line("default_branch", 255);
  if (kind === "Tag") return { skip: "Pushes of tags aren't posted. The tag's creation and release are." };
  return kind === "Branch" && main && name !== main ? BRANCHES : null;
}

function branchOnly(kind: string): Noise | null {
  return kind === "branch" ? { skip: "New and deleted branches are shown by their pull requests." } : null;
}

// A Map, because an object would find an event called "constructor".
const things = new Map<string, Things[string]>(
  [pullRequestThings, issueThings, runThings, checkThings, deliveredThings, alertThings, others].flatMap((group) =>
    Object.entries(group),
  ),
);

/** Returns what a delivery says of a thing, or why it isn't posted, or null if it's only a card. */
export function thingIn(delivery: Delivery): ThingReport | Noise | null {
  return things.get(delivery.event)?.(delivery) ?? null;
}
