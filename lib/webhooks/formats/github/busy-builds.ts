import { type Clock, DAY_SECONDS, timeAt } from "@/lib/webhooks/formats/github/busy-clock";
import {
  checkOf,
  deploymentOf,
  jobOf,
  person,
  pushTo,
  REPOSITORY,
  type Run,
  releaseOf,
  runOf,
} from "@/lib/webhooks/formats/github/busy-payloads";

const CHECKS = ["build", "test", "coverage"] as const;
const CI = { id: 71, name: "CI" } as const;
const DEPLOY = { id: 72, name: "Deploy" } as const;

/** Actions' run of a commit with its jobs, the check runs that GitHub sends for them, and checks of others. */
export function planChecks(clock: Clock, second: number, sha: string, branch: string, by: string): void {
  const failing = clock.chance() < 0.3 ? clock.whole(CHECKS.length) : -1;
  // The others only have checks of apps.
  if (clock.chance() < 0.2)
    planRun(clock, { second, sha, branch, by, event: "pull_request", workflow: CI, attempt: 1, fails: failing === 1 });
  for (const [index, name] of CHECKS.entries()) {
    const id = clock.id();
    const app = name === "coverage" ? "codecov" : "github-actions";
    const conclusion = index === failing ? "failure" : "success";
    const [from, to] = [second + 2, second + 20 + clock.whole(200)];
    const send = (when: number, action: string, progress: { status: string; conclusion: string | null }) =>
      clock.at(when, (at) => {
        const check = checkOf(id, name, sha, app, timeAt(from), { ...progress, at });
        clock.send("check_run", by, { action, check_run: check });
      });
    if (index === 0) send(from, "created", { status: "queued", conclusion: null });
    send(to, "completed", { status: "completed", conclusion });
  }
  const context = "preview/site";
  clock.at(second + 30, (at) => {
    const status = { sha, context, state: "success", description: "Ready", target_url: null, updated_at: at };
    clock.send("status", by, { ...status, commit: { sha, html_url: `${REPOSITORY.html_url}/commit/${sha}` } });
  });
  clock.at(second + 1, (at) =>
    clock.send("check_suite", by, {
      action: "requested",
      check_suite: { id: 1, head_sha: sha, status: "queued", updated_at: at },
    }),
  );
}

function planRun(
  clock: Clock,
  how: Omit<Run, "id" | "number" | "startedAt"> & { id?: number; second: number; fails: boolean },
): void {
  const { second, fails, id = clock.id(), ...rest } = how;
  const run: Run = { ...rest, id, number: id, startedAt: timeAt(second) };
  const send = (when: number, action: string, status: string, conclusion: string | null) =>
    clock.at(when, (at) => {
      const { id: workflow, name } = run.workflow;
      const payload = {
        action,
        workflow: { id: workflow, name },
        workflow_run: runOf(run, { status, conclusion, at }),
      };
      clock.send("workflow_run", run.by, payload);
    });
  send(second, "requested", "queued", null);
  // Half of them begin in the second in which they're requested.
  send(second + clock.whole(2), "in_progress", "in_progress", null);
  const end = second + 60 + clock.whole(120);
  for (const [name, conclusion] of [
    ["build", "success"],
    ["test", fails ? "failure" : "success"],
  ] as const) {
    const job = clock.id();
    const started = timeAt(second + 2);
    const tell = (when: number, action: string, status: string, ended: string | null) =>
      clock.at(when, (at) => {
        const progress = { status, conclusion: ended, at };
        clock.send("workflow_job", run.by, { action, workflow_job: jobOf(run, job, name, started, progress) });
      });
    tell(second + 2, "in_progress", "in_progress", null);
    tell(end - 5, "completed", "completed", conclusion);
  }
  send(end, "completed", "completed", fails ? "failure" : "success");
}

/** A push to the default branch, its run with another attempt if it fails, and its deployment. */
export function planMain(clock: Clock, index: number): void {
  const by = clock.who();
  const sha = clock.sha();
  const second = 1200 + index * 5400 + clock.whole(600);
  const fails = index % 5 === 2 || index % 5 === 3;
  clock.at(second, (at) => clock.send("push", by, pushTo("main", sha, by, at)));
  const run = { second, sha, branch: "main", by, event: "push", workflow: CI };
  const id = clock.id();
  planRun(clock, { ...run, id, attempt: 1, fails });
  if (index % 5 === 3) planRun(clock, { ...run, id, second: second + 400, attempt: 2, fails: false });
  if (fails) return;
  planRun(clock, { ...run, second: second + 300, event: "workflow_run", workflow: DEPLOY, attempt: 1, fails: false });
  const deployment = clock.id();
  const made = timeAt(second + 310);
  const environment = index % 2 === 0 ? "production" : "staging";
  const of = () => ({ deployment: deploymentOf(deployment, sha, environment, by, made) });
  clock.at(second + 310, () => clock.send("deployment", by, { action: "created", ...of() }));
  for (const [after, state] of [
    [311, "in_progress"],
    [380, index === 0 ? "failure" : "success"],
  ] as const) {
    clock.at(second + after, (at) => {
      const status = {
        id: deployment * 10 + after,
        state,
        environment,
        description: "",
        creator: person(by),
        created_at: at,
        updated_at: at,
      };
      clock.send("deployment_status", by, { action: "created", deployment_status: status, ...of() });
    });
  }
}

/** Plans a release, which GitHub sends three times. */
export function planRelease(clock: Clock, id: number): void {
  const by = clock.who();
  const second = id * 8000 + clock.whole(900);
  const send = (after: number, action: string, body: string) =>
    clock.at(second + after, (at) => {
      const release = { ...releaseOf(id, by, timeAt(second), body), updated_at: at };
      clock.send("release", by, { action, release });
    });
  for (const action of ["created", "published", "released"]) send(0, action, "Faster.");
  if (id % 2 === 0) send(900, "edited", "Faster, and smaller.");
}

/** Plans what no channel needs, and a tag. */
export function planNoise(clock: Clock): void {
  for (let count = 0; count < 4; count += 1) {
    const by = clock.who();
    const sha = clock.sha();
    const second = clock.whole(DAY_SECONDS);
    clock.at(second, (at) => clock.send("push", by, pushTo(`change/${count + 1}`, sha, by, at)));
    clock.at(second, () => clock.send("create", by, { ref: `change/${count + 1}`, ref_type: "branch" }));
    clock.at(second + 60, (at) => clock.send("star", by, { action: "created", starred_at: at }));
  }
  clock.at(500, () => clock.send("fork", "ken", { forkee: { full_name: "ken/shop" } }));
  clock.at(600, () => clock.send("label", "ken", { action: "created", label: { name: "triage" } }));
  clock.at(700, () => clock.send("create", "ken", { ref: "v1.1.0", ref_type: "tag" }));
}
