import { expect, test } from "vitest";
import { makeWebhook, webhookPath } from "@/lib/testing/factories";
import { ParleyProcess, UNLIMITED } from "@/server/testing/parley-process";
import { METRICS_TOKEN, parley } from "./operated";

test("a stranger's loop waits for its turn and is refused then, while webhooks' posts don't wait", async () => {
  const made = await makeWebhook();
  process.env.TEST_LIMITS = "requests=1/30,waiting-requests=2";
  const other = await ParleyProcess.start(parley.dataDir, process.env.DATABASE_URL);
  process.env.TEST_LIMITS = UNLIMITED.TEST_LIMITS;
  try {
    const loops = Array.from({ length: 30 }, () => fetch(`${other.baseUrl}/api/channels`));
    const post = await fetch(`${other.baseUrl}${webhookPath(made)}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"content":"posted"}',
    });
    expect(post.status).toBe(200);
    const answers = await Promise.all(loops);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(answers.length - refused.length);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      expect(await answer.json()).toEqual({ error: expect.stringMatching(/^You.*again\.$/) });
    }
    const metrics = await fetch(`${other.baseUrl}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    expect(await metrics.text()).toContain(`\nparley_requests_refused_total ${refused.length}\n`);
  } finally {
    await other.stop();
  }
}, 120_000);
