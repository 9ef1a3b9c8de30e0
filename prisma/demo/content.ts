import type { Embed } from "@/lib/messages/dto";

type Person = { name: string; email: string };

/** The demo's people; the first is the owner. */
export const PEOPLE: readonly [Person, ...Person[]] = [
  { name: "Ada Lovelace", email: "ada@acme.example" },
  { name: "Grace Hopper", email: "grace@acme.example" },
  { name: "Linus Okafor", email: "linus@acme.example" },
];

/** The messages of each channel; `by` is an index into PEOPLE. */
export const conversation = {
  general: [
    { by: 0, text: "Morning! The new runners are live, so builds should be about twice as fast from today." },
    { by: 1, text: "Nice, `api` just went from 9 minutes to **4:12** 🎉" },
    {
      by: 2,
      text: 'I\'d like to move the nightly job over too. Does this look OK?\n\n```yaml\nschedule:\n  - cron: "15 2 * * *"\nrunner: large\nretries: 1\n```',
    },
    {
      by: 0,
      text: "Looks good. Two things to check first:\n\n- the cache key includes the lockfile\n- the deploy secret is set on the new runners",
    },
    { by: 2, text: "Both there. Moving it now." },
  ],
  deploys: [
    {
      by: 1,
      text: "The failed one was mine: the migration hit the lock timeout. Fixed, rolling out again now.",
    },
    { by: 0, text: "Thanks! I'll keep an eye on the error rate for the next half hour." },
  ],
  code: [{ by: 2, text: "Everything about `acme/shop` is here now. Reviews and comments are in the threads." }],
  direct: [
    { by: 1, text: "Got ten minutes before lunch? I'd love your eyes on the rollback plan." },
    { by: 0, text: "Sure, 12:30 works. Send me the draft?" },
  ],
  incidents: [
    { by: 1, text: "Sign-in has been slow for everyone since 14:02. Looking into it, updates in the thread." },
    { by: 1, text: "This morning's migration dropped an index on the sessions table.", inThread: true },
    {
      by: 2,
      text: "I can add it back without locking: `CREATE INDEX CONCURRENTLY`. Should take two minutes.",
      inThread: true,
    },
    { by: 1, text: "Go for it.", inThread: true },
    { by: 2, text: "Done. Sign-in is back to 80 ms.", inThread: true },
  ],
} as const;

const fields = (branch: string, commit: string, duration: string) => [
  { name: "Branch", value: `\`${branch}\``, inline: true },
  { name: "Commit", value: `[\`${commit}\`](https://git.acme.example/api/commit/${commit})`, inline: true },
  { name: "Duration", value: duration, inline: true },
];

/** A message of a webhook. */
export type DemoCard = { content: string; embeds: Embed[]; updateKey?: string };

/** The messages of the monitoring's webhook, each an open incident. */
export const alertCards: readonly DemoCard[] = [
  {
    content: "",
    updateKey: "backup-disk",
    embeds: [
      {
        title: "Disk of backup-2 is 91 % full",
        url: "https://monitoring.acme.example/alerts/backup-disk",
        color: 0xbf8700,
        fields: [{ name: "Host", value: "`backup-2`", inline: true }],
      },
    ],
  },
  {
    content: "",
    updateKey: "payments-errors",
    embeds: [
      {
        title: "5.2 % of payments fail",
        url: "https://monitoring.acme.example/alerts/payments-errors",
        description: "Usually fewer than 0.3 % fail. The bank's gateway answers with `504`.",
        color: 0xd6453d,
        fields: [{ name: "Service", value: "`payments`", inline: true }],
      },
    ],
  },
];

/** The messages of the pipeline's webhook. */
export const deployCards: readonly DemoCard[] = [
  {
    content: "",
    embeds: [
      {
        title: "api #1841 passed",
        url: "https://ci.acme.example/api/1841",
        description: "412 tests passed, coverage 91.4%.",
        color: 0x2f9e63,
        fields: fields("main", "4f9c1e2", "4m 12s"),
        footer: { text: "Pipeline" },
        timestamp: "2026-11-20T09:14:05.000Z",
      },
    ],
  },
  {
    content: "Deploy to **production** failed",
    embeds: [
      {
        title: "deploy #512 failed in step “migrate”",
        url: "https://ci.acme.example/deploy/512",
        description:
          "```\nERROR: canceling statement due to lock timeout\nLOCATION: ProcessInterrupts, postgres.c:3358\n```",
        color: 0xd6453d,
        fields: fields("release/42", "b81d07a", "1m 3s"),
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
        description: "**api** and **web** are on `release/42` (6 of 6 hosts).",
        color: 0x2f9e63,
        fields: fields("release/42", "c40aa9f", "2m 48s"),
        footer: { text: "Pipeline" },
        timestamp: "2026-11-20T09:52:11.000Z",
      },
    ],
  },
];
