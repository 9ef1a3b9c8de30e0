import type { Embed } from "@/lib/messages/dto";

type Person = { name: string; email: string };

/** The demo's people; the first is the owner. */
export const PEOPLE: readonly [Person, ...Person[]] = [
  { name: "Ada Lovelace", email: "ada@acme.example" },
  { name: "Grace Hopper", email: "grace@acme.example" },
  { name: "Linus Okafor", email: "linus@acme.example" },
];

/** What they say; `by` is an index of PEOPLE. */
export const conversation = {
  general: [
    { by: 0, text: "Morning, everybody. The new runners are in place, so builds should take half as long from today." },
    { by: 1, text: "Saw it. `api` went from 9 minutes to **4:12**." },
    {
      by: 2,
      text: 'Before I move the nightly job over, this is what I\'d change:\n\n```yaml\nschedule:\n  - cron: "15 2 * * *"\nrunner: large\nretries: 1\n```',
    },
    {
      by: 0,
      text: "Looks right. Two things to check:\n\n- the cache key includes the lock file\n- the secret is on the new runner too",
    },
    { by: 2, text: "Both done. Moving it now." },
  ],
  deploys: [
    {
      by: 1,
      text: "The failed one was me: a migration that needed a longer lock time-out. Fixed, and it's rolling out.",
    },
    { by: 0, text: "Thanks. I'll watch the error rate for the next half hour." },
  ],
  direct: [
    { by: 1, text: "Do you have ten minutes before lunch? I'd like your eyes on the rollback plan." },
    { by: 0, text: "At half past twelve. Send me the draft." },
  ],
  incidents: [
    { by: 1, text: "Sign-in is slow for everybody since 14:02. I'm looking, more in the thread." },
    { by: 1, text: "The session table has lost an index with this morning's migration.", inThread: true },
    {
      by: 2,
      text: "I can put it back without a lock: `CREATE INDEX CONCURRENTLY`. About two minutes.",
      inThread: true,
    },
    { by: 1, text: "Do it.", inThread: true },
    { by: 2, text: "Done. Sign-in is at 80 ms again.", inThread: true },
  ],
} as const;

const fields = (branch: string, commit: string, took: string) => [
  { name: "Branch", value: `\`${branch}\``, inline: true },
  { name: "Commit", value: `[\`${commit}\`](https://git.acme.example/api/commit/${commit})`, inline: true },
  { name: "Took", value: took, inline: true },
];

/** What the pipeline's webhook has posted. */
export const deployCards: readonly { content: string; embeds: Embed[] }[] = [
  {
    content: "",
    embeds: [
      {
        title: "api #1841 passed",
        url: "https://ci.acme.example/api/1841",
        description: "412 tests in 3 suites, coverage 91.4 %.",
        color: 0x2f9e63,
        fields: fields("main", "4f9c1e2", "4 min 12 s"),
        footer: { text: "Pipeline" },
        timestamp: "2026-11-20T09:14:05.000Z",
      },
    ],
  },
  {
    content: "Deploy to **production** stopped",
    embeds: [
      {
        title: "deploy #512 failed at “migrate”",
        url: "https://ci.acme.example/deploy/512",
        description:
          "```\nERROR: canceling statement due to lock timeout\nLOCATION: ProcessInterrupts, postgres.c:3358\n```",
        color: 0xd6453d,
        fields: fields("release/42", "b81d07a", "1 min 03 s"),
        footer: { text: "Pipeline" },
        timestamp: "2026-11-20T09:31:40.000Z",
      },
    ],
  },
  {
    content: "",
    embeds: [
      {
        title: "deploy #513 is live",
        url: "https://ci.acme.example/deploy/513",
        description: "**api** and **web** at `release/42` on 6 of 6 hosts.",
        color: 0x2f9e63,
        fields: fields("release/42", "c40aa9f", "2 min 48 s"),
        footer: { text: "Pipeline" },
        timestamp: "2026-11-20T09:52:11.000Z",
      },
    ],
  },
];
