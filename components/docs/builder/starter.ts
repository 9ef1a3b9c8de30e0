import type { Draft } from "./draft";
import { fromPayload } from "./payload";

/** What stands in the builder at first: an example that shows what an embed can be. */
export function starterDraft(): Draft {
  return fromPayload({
    content: "Build **1841** passed",
    embeds: [
      {
        title: "api: all 412 tests passed",
        url: "https://ci.example.com/builds/1841",
        description: "Took **38 s**. Next: `deploy to staging`.",
        color: 3066993,
        fields: [
          { name: "Branch", value: "`main`", inline: true },
          { name: "Commit", value: "`4f2c1ab`", inline: true },
          { name: "Author", value: "Ada", inline: true },
        ],
        footer: { text: "Build pipeline" },
        timestamp: "2026-11-21T09:30:00Z",
      },
    ],
  });
}
