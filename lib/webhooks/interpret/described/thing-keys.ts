import { z } from "zod";

// Why: docs/decisions/things.md

const template = z.string();

const jobTemplate = z.strictObject({
  each: z.string().exactOptional().describe("Adds a job for each object in this list, as facts do."),
  name: template.describe("Plain text. Jobs with a blank name or state are left out."),
  state: template.describe('How it went, in a word, such as "Failed". Plain text.'),
  tone: template.describe("What the state means, as in the message."),
  url: template.exactOptional(),
  at: template.exactOptional().describe("When this was so. Left out for the message's `at`."),
});
export type JobTemplate = z.infer<typeof jobTemplate>;

/** The keys of a message that count only where each thing has one line, and where a description has `one_line`. */
export const thingKeys = {
  thing: template
    .exactOptional()
    .describe(
      'What all requests about the same thing share: its kind and ID, such as "pull request 12". Left out for events that aren\'t about a thing with a life. A key with a missing value is ignored.',
    ),
  noise: template
    .exactOptional()
    .describe("If this renders to any text, nothing is posted where each thing has one line, as with `skip`."),
  line: template
    .exactOptional()
    .describe(
      'Which of the message\'s facts the thing\'s line takes, with commas between them: "subject, url", a fact\'s own name, "facts", "all" or "none". What it names is cleared if it\'s blank, except by "all"; "weak subject" is taken only while the line has none. Left out for all, and with `reply` for "weak place, weak subject, weak url".',
    ),
  reply: template
    .exactOptional()
    .describe('The message is a reply in the thread of the thing\'s line, with this key, such as "comment 7".'),
  thing_url: template.exactOptional().describe("The thing's own page, if the message's `url` is another."),
  thing_subject: template
    .exactOptional()
    .describe("What the thing is called, if the message is about a part of it, such as a run's job. Plain text."),
  thing_body: template
    .exactOptional()
    .describe("The thing's own text, if the message's `body` is another, such as what has changed. Markdown."),
  thing_person: z
    .strictObject({ name: template, url: template.exactOptional(), icon_url: template.exactOptional() })
    .exactOptional()
    .describe("Whose the thing is, such as its author, if the message's `person` is who did the latest."),
  watches: template
    .exactOptional()
    .describe('The key of the thing whose checks the line shows, such as "commit group/project@1a2b3c".'),
  checks: template
    .exactOptional()
    .describe("The key of the thing of which this is a check. Without `thing`, the message is nothing else."),
  check: template.exactOptional().describe("The check's name. Its state, tone and URL are the message's. Plain text."),
  jobs: z
    .array(jobTemplate)
    .exactOptional()
    .describe("The jobs of the thing, which is a run. They are checks of `checks`, too."),
  reviews: template
    .exactOptional()
    .describe("The person whose review of the thing the state is; a blank state withdraws it. Plain text."),
  incident_of: template
    .exactOptional()
    .describe(
      "What shares an incident, such as a workflow's runs on the default branch: the first bad one since the last that wasn't. The state is open only if this isn't blank.",
    ),
  incident_at: template.exactOptional().describe("When that state was reached. Left out for `at`."),
};

/** The facts that `line` can name, besides those with names of their own, and what they are called in reports. */
export const LINE_FACTS = {
  place: "place",
  subject: "subject",
  event: "event",
  state: "state",
  severity: "severity",
  person: "person",
  url: "url",
  body: "body",
  summary: "summary",
  labels: "labels",
  links: "links",
  image: "image",
  thumbnail: "thumbnail",
  footer: "footer",
  at: "timestamp",
  started_at: "startedAt",
  ended_at: "endedAt",
} as const;
