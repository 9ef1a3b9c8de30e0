import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test, vi } from "vitest";
import { EmbedCard } from "@/components/chat/message/card/embed-card";
import { withShownImages } from "@/lib/messages/read/to-dto";
import { github } from "@/lib/webhooks/formats/github/parse";
import { embedText } from "@/lib/webhooks/interpret/described/card-text";
import { madeBy } from "@/lib/webhooks/payload/read-payload";
import { githubExamples } from "@/server/testing/github-examples";
import { loadMarkdown } from "@/server/testing/markdown";
import { failedRun, forcePush, mergedPull, openedPull, push } from "./fixtures";

const examples = await githubExamples();

beforeAll(async () => {
  // Signs image URLs.
  vi.stubEnv("NEXTAUTH_SECRET", "the same each time");
  await loadMarkdown();
  return () => vi.unstubAllEnvs();
});

/** Returns GitHub's first example of an event and action. */
function example(name: string, action: string): unknown {
  const payloads: readonly object[] = examples.find((each) => each.name === name)?.examples ?? [];
  return payloads.find((payload) => ("action" in payload ? payload.action === action : action === ""));
}

test.each([
  ["push", "several-commits", push],
  ["push", "forced", forcePush],
  ["push", "new-branch", example("push", "")],
  ["pull_request", "opened", openedPull],
  ["pull_request", "merged", mergedPull],
  ["pull_request_review_comment", "created", example("pull_request_review_comment", "created")],
  ["issues", "opened", example("issues", "opened")],
  ["issue_comment", "created", example("issue_comment", "created")],
  ["release", "published", example("release", "published")],
  ["workflow_run", "failed", failedRun],
  ["workflow_job", "completed", example("workflow_job", "completed")],
  ["deployment_status", "created", example("deployment_status", "created")],
  ["dependabot_alert", "created", example("dependabot_alert", "created")],
  ["discussion", "answered", example("discussion", "answered")],
  ["ping", "first", example("ping", "")],
])("a card of %s (%s) is shown completely", async (event, name, payload) => {
  const embeds = withShownImages(madeBy({ name: "GitHub", mark: "github" }, github(payload, event).embeds), [], null);
  expect(embeds).toHaveLength(1);
  const cards = embeds.map((embed) =>
    [...embedText(embed), "", structure(renderToStaticMarkup(<EmbedCard embed={embed} />))].join("\n"),
  );
  await expect(cards.join("\n")).toMatchFileSnapshot(`./__snapshots__/${event}-${name}.txt`);
});

/** Returns the text and links without styles. */
function structure(html: string): string {
  return `${html
    .replace(/ (?:class|id|aria-controls)="[^"]*"/g, "")
    .replace(/<svg.*?<\/svg>/g, "<svg />")
    // It's there once its code is loaded.
    .replace(/<button[^>]* title="Copy code">.*?<\/button>(<span role="status"><\/span>)?/g, "")
    .replace(/></g, ">\n<")}\n`;
}
