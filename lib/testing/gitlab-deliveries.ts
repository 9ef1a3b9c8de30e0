import { numbers, pickOf } from "@/lib/testing/chance";
/** A request as GitLab sends it. */
export type GitlabDelivery = Record<string, unknown> & { object_kind: string };

const PROJECT = {
  id: 71,
  name: "harbour",
  web_url: "https://gitlab.example.com/ops/harbour",
  path_with_namespace: "ops/harbour",
  default_branch: "main",
};
const BEGAN = Date.parse("2026-11-20T08:00:00Z");
const PEOPLE = ["Ines Calderón", "Jonas Lind", "Mira Okafor"] as const;
const LABELS = ["tides", "cranes", "night"] as const;
const JOBS = ["lint", "test"] as const;
const NOTHING = "0000000000000000000000000000000000000000";

type Request = {
  iid: number;
  title: string;
  author: string;
  sha: string;
  state: string;
  draft: boolean;
  labels: string[];
};
type Issue = { iid: number; title: string; state: string; labels: string[]; assignee: string | null };
type Job = { name: string; id: number; status: string; started_at: string | null; finished_at: string | null };
type Pipeline = { id: number; ref: string; sha: string; created_at: string; status: string; jobs: Job[] };

/** Returns what GitLab sends of some work on merge requests, issues and pipelines: always the same, in order. */
export function gitlabDeliveries(count: number): GitlabDelivery[] {
  const day = new GitlabDay();
  const made: GitlabDelivery[] = [];
  while (made.length < count) made.push(...day.next());
  return made.slice(0, count);
}

class GitlabDay {
  readonly #below = numbers(47);
  #now = BEGAN;
  #lastId = 3_000;
  #iid = 40;
  #main = "1".repeat(40);
  readonly #requests: Request[] = [];
  readonly #issues: Issue[] = [];

  /** Returns what happens next. */
  next(): GitlabDelivery[] {
    const what = this.#below(10);
    const [request, issue] = [this.#pickOpen(this.#requests), this.#pickOpen(this.#issues)];
    if (!request || (what === 0 && this.#requests.length < 6)) return this.#opened();
    if (!issue || (what === 1 && this.#issues.length < 6)) return [this.#issueOpened()];
    if (what === 2) return this.#pushed(request);
    if (what === 3 || what === 9) return this.#ends(request);
    if (what === 4) return [this.#issueChanged(issue)];
    if (what === 5) return this.#noted("Issue", { issue });
    if (what === 6) return this.#noted("MergeRequest", { merge_request: shownRequest(request) });
    if (what === 7) return [this.#reviewed(request)];
    if (what === 8 && this.#below(3) > 0) return [this.#labeled(request)];
    return [{ object_kind: "emoji", user: this.#person(), project: PROJECT, object_attributes: { name: "tada" } }];
  }

  #opened(): GitlabDelivery[] {
    this.#iid += 1;
    const author = this.#pick(PEOPLE);
    const made = {
      iid: this.#iid,
      title: `Move crane ${this.#iid}`,
      author,
      state: "opened",
      draft: false,
      labels: [],
    };
    const request = { ...made, sha: this.#sha() };
    this.#requests.push(request);
    const branch = this.#push(`refs/heads/crane-${request.iid}`, NOTHING, request.sha);
    const opened = this.#request(request, "open", { person: request.author });
    return [branch, opened, ...this.#run(`crane-${request.iid}`, request.sha)];
  }

  #pushed(request: Request): GitlabDelivery[] {
    const oldrev = request.sha;
    request.sha = this.#sha();
    const branch = this.#push(`refs/heads/crane-${request.iid}`, oldrev, request.sha);
    return [branch, this.#request(request, "update", { oldrev })];
  }

  #labeled(request: Request): GitlabDelivery {
    const previous = request.labels.map((title) => ({ title }));
    request.labels = LABELS.filter(() => this.#below(2) === 0);
    const current = request.labels.map((title) => ({ title }));
    return this.#request(request, "update", { changes: { labels: { previous, current } } });
  }

  #reviewed(request: Request): GitlabDelivery {
    return this.#request(request, this.#pick(["approved", "approved", "unapproved"]), {});
  }

  #ends(request: Request): GitlabDelivery[] {
    if (this.#below(4) === 0) {
      request.state = "closed";
      return [this.#request(request, "close", {})];
    }
    request.state = "merged";
    const merged = this.#request(request, "merge", {});
    const before = this.#main;
    this.#main = this.#sha();
    return [merged, this.#push("refs/heads/main", before, this.#main), ...this.#run("main", this.#main)];
  }

  #request(
    { iid, title, sha, state, draft, labels }: Request,
    action: string,
    { person, changes = {}, ...more }: { person?: string; changes?: object; oldrev?: string },
  ): GitlabDelivery {
    const commit = { id: sha, title: `Work on ${iid}`, url: `${PROJECT.web_url}/-/commit/${sha}` };
    return {
      object_kind: "merge_request",
      user: this.#person(person),
      project: PROJECT,
      object_attributes: {
        ...{ id: iid + 900, iid, title, state, draft, action, last_commit: commit, ...more },
        ...{ description: `What ${iid} is for`, source_branch: `crane-${iid}`, target_branch: "main" },
        ...{ updated_at: this.#time(), url: `${PROJECT.web_url}/-/merge_requests/${iid}` },
      },
      labels: labels.map((name) => ({ title: name })),
      changes,
    };
  }

  #issueOpened(): GitlabDelivery {
    this.#iid += 1;
    const made: Issue = { iid: this.#iid, title: `Tide ${this.#iid}`, state: "opened", labels: [], assignee: null };
    this.#issues.push(made);
    return this.#issue(made, "open");
  }

  #issueChanged(issue: Issue): GitlabDelivery {
    const what = this.#below(3);
    if (what === 0) issue.state = "closed";
    else if (what === 1) issue.assignee = issue.assignee === null ? this.#pick(PEOPLE) : null;
    else issue.labels = LABELS.filter(() => this.#below(2) === 0);
    return this.#issue(issue, what === 0 ? "close" : "update");
  }

  #issue({ iid, title, state, labels, assignee }: Issue, action: string): GitlabDelivery {
    const url = `${PROJECT.web_url}/-/issues/${iid}`;
    return {
      object_kind: "issue",
      user: this.#person(),
      project: PROJECT,
      object_attributes: { id: iid, iid, title, state, action, url, updated_at: this.#time(), description: "Late" },
      labels: labels.map((name) => ({ title: name })),
      assignees: assignee === null ? [] : [{ name: assignee }],
      changes: {},
    };
  }

  /** A comment, the same comment edited, or a note that GitLab writes itself. */
  #noted(noteable_type: string, of: object): GitlabDelivery[] {
    const id = this.#id();
    const kind = noteable_type === "Issue" ? "issues" : "merge_requests";
    const url = `${PROJECT.web_url}/-/${kind}/${JSON.stringify(of).match(/"iid":(\d+)/)?.[1]}#note_${id}`;
    const system = this.#below(5) === 0;
    const note = (action: string, text: string): GitlabDelivery => ({
      object_kind: "note",
      ...{ user: this.#person(), project: PROJECT, ...of },
      object_attributes: { id, noteable_type, action, note: text, system, url, updated_at: this.#time() },
    });
    const first = note("create", `Seen *again* at ${this.#now}`);
    return this.#below(4) === 0 ? [first, note("update", "Seen twice")] : [first];
  }

  #push(ref: string, before: string, after: string): GitlabDelivery {
    const timestamp = new Date(this.#tick()).toISOString();
    const author = { name: this.#pick(PEOPLE) };
    const commit = { id: after, title: `Change ${after.slice(0, 4)}`, timestamp, url: PROJECT.web_url, author };
    const counted = { commits: [commit], total_commits_count: 1 };
    return { object_kind: "push", ...{ ref, before, after, user_name: author.name, project: PROJECT }, ...counted };
  }

  /** A pipeline with its jobs, from waiting to its end. */
  #run(ref: string, sha: string): GitlabDelivery[] {
    const jobs = JOBS.map(
      (name): Job => ({ name, id: this.#id(), status: "created", started_at: null, finished_at: null }),
    );
    const pipeline: Pipeline = { id: this.#id(), ref, sha, created_at: this.#time(), status: "pending", jobs };
    const made = [this.#pipeline(pipeline)];
    pipeline.status = "running";
    for (const [index, job] of jobs.entries()) {
      Object.assign(job, { status: "running", started_at: this.#time() });
      if (index === 0) made.push(this.#pipeline(pipeline));
      const status = this.#below(3) === 0 ? "failed" : "success";
      Object.assign(job, { status, finished_at: this.#time() });
      made.push(this.#build(pipeline, job));
    }
    pipeline.status = jobs.some(({ status }) => status === "failed") ? "failed" : "success";
    return [...made, this.#pipeline(pipeline)];
  }

  #pipeline({ id, ref, sha, created_at, status, jobs }: Pipeline): GitlabDelivery {
    const finished_at = status === "pending" || status === "running" ? null : (jobs.at(-1)?.finished_at ?? null);
    return {
      object_kind: "pipeline",
      user: { name: PEOPLE[0] },
      project: PROJECT,
      object_attributes: { id, ref, sha, created_at, finished_at, status, source: "push", tag: false },
      commit: { id: sha, title: `Change ${sha.slice(0, 4)}`, url: PROJECT.web_url },
      builds: jobs.map((job) => ({ ...job, created_at, stage: "test", allow_failure: false })),
    };
  }

  #build({ id, ref, sha, created_at }: Pipeline, job: Job): GitlabDelivery {
    return {
      object_kind: "build",
      ...{ ref, sha, pipeline_id: id, project: PROJECT, project_id: PROJECT.id, user: { name: PEOPLE[0] } },
      ...{ build_id: job.id, build_name: job.name, build_stage: "test", build_status: job.status },
      ...{ build_created_at: created_at, build_started_at: job.started_at, build_finished_at: job.finished_at },
      ...{ build_allow_failure: false, build_failure_reason: "script_failure", commit: { message: "Change" } },
    };
  }

  #person(name: string = this.#pick(PEOPLE)): object {
    return { name, username: name.toLowerCase().split(" ")[0] };
  }

  #tick(): number {
    this.#now += 1_000 * (1 + this.#below(60));
    return this.#now;
  }

  /** GitLab writes most times so. */
  #time(): string {
    return new Date(this.#tick())
      .toISOString()
      .replace("T", " ")
      .replace(/\.\d+Z/, " UTC");
  }

  #id(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #sha(): string {
    return Array.from({ length: 40 }, () => this.#below(16).toString(16)).join("");
  }

  #pickOpen<Thing extends { state: string }>(things: readonly Thing[]): Thing | undefined {
    const open = things.filter(({ state }) => state === "opened");
    return open.length === 0 ? undefined : this.#pick(open);
  }

  #pick<Value>(values: readonly Value[]): Value {
    return pickOf(values, this.#below);
  }
}

function shownRequest({ iid, title, state, draft }: Request): object {
  return { iid, title, state, draft };
}
