import { numbers, pickOf } from "@/lib/testing/chance";
/** A request as Jira sends it. */
export type JiraDelivery = { headers: Record<string, string>; body: Record<string, unknown> };

const SITE = "https://harbour.example.com";
const BEGAN = Date.parse("2026-11-20T08:00:00Z");
const STATUSES = [
  { id: "1", name: "To Do", statusCategory: { key: "new" } },
  { id: "3", name: "In Progress", statusCategory: { key: "indeterminate" } },
  { id: "6", name: "Done", statusCategory: { key: "done" } },
  { id: "4", name: "Reopened", statusCategory: { key: "new" } },
] as const;
const PEOPLE = ["Ines Calderón", "Jonas Lind", "Mira Okafor"] as const;
const PRIORITIES = ["Low", "Medium", "High"] as const;
const LABELS = ["forecast", "night", "berth-4", "autumn"] as const;
const ISSUES = 8;

type Issue = {
  id: number;
  summary: string;
  status: (typeof STATUSES)[number];
  priority: string;
  assignee: string | null;
  labels: string[];
  comments: number[];
};

/** Returns what Jira sends of a day's work on a few issues, a sprint and a version: always the same, in order. */
export function jiraDeliveries(count: number): JiraDelivery[] {
  const day = new JiraDay();
  const made: JiraDelivery[] = [];
  while (made.length < count) made.push(day.next(made.length));
  return made;
}

class JiraDay {
  readonly #below = numbers(47);
  #now = BEGAN;
  #lastId = 40_000;
  readonly #issues: Issue[] = [];

  next(index: number): JiraDelivery {
    this.#now += 1_000 + this.#below(120_000);
    const headers = { "x-atlassian-webhook-identifier": `delivery-${index}` };
    return { headers, body: { timestamp: this.#now, ...this.#event(index) } };
  }

  #event(index: number): Record<string, unknown> {
    if (index % 25 === 4) return this.#sprint(index);
    if (index % 25 === 9) return this.#version(index);
    if (this.#issues.length < ISSUES && (this.#issues.length === 0 || this.#below(5) === 0)) return this.#created();
    const issue = this.#pick(this.#issues);
    const what = this.#below(12);
    if (what < 3) return this.#commented(issue);
    if (what === 3) return this.#commentChanged(issue);
    if (what === 4) return this.#worked(issue);
    if (what === 5)
      return { webhookEvent: "issuelink_created", issueLink: { id: this.#id(), sourceIssueId: issue.id } };
    if (what === 6) return this.#updated(issue, "Rank", "", "Ranked higher");
    return this.#changed(issue);
  }

  #created(): Record<string, unknown> {
    const id = 20_417 + this.#issues.length;
    const summary = `Tide table ${this.#issues.length + 1} is an hour late`;
    const made = { id, summary, status: STATUSES[0], priority: "Medium", assignee: null, labels: [], comments: [] };
    this.#issues.push(made);
    return { webhookEvent: "jira:issue_created", user: this.#person(), issue: shown(made) };
  }

  #changed(issue: Issue): Record<string, unknown> {
    const field = this.#pick(["status", "status", "assignee", "priority", "labels"]);
    if (field === "status") {
      const before = issue.status;
      issue.status = before.name === "Done" ? STATUSES[3] : (STATUSES[before.name === "In Progress" ? 2 : 1] ?? before);
      return this.#updated(issue, "status", before.name, issue.status.name);
    }
    if (field === "assignee") {
      const before = issue.assignee;
      issue.assignee = before === null ? this.#pick(PEOPLE) : null;
      return this.#updated(issue, "assignee", before, issue.assignee);
    }
    if (field === "priority") {
      const before = issue.priority;
      issue.priority = this.#pick(PRIORITIES);
      return this.#updated(issue, "priority", before, issue.priority);
    }
    const before = issue.labels.join(" ");
    issue.labels = LABELS.filter(() => this.#below(2) === 0);
    return this.#updated(issue, "labels", before, issue.labels.join(" "));
  }

  #updated(issue: Issue, field: string, fromString: string | null, now: string | null): Record<string, unknown> {
    const items = [{ field, fieldtype: "jira", fromString, toString: now }];
    const changelog = { id: this.#id(), items };
    return { webhookEvent: "jira:issue_updated", user: this.#person(), issue: shown(issue), changelog };
  }

  #commented(issue: Issue): Record<string, unknown> {
    const id = this.#id();
    issue.comments.push(id);
    return this.#comment("comment_created", issue, id);
  }

  #commentChanged(issue: Issue): Record<string, unknown> {
    const [id] = issue.comments;
    if (id === undefined) return this.#commented(issue);
    const isDeleted = this.#below(3) === 0;
    if (isDeleted) issue.comments.shift();
    return this.#comment(isDeleted ? "comment_deleted" : "comment_updated", issue, id);
  }

  #comment(webhookEvent: string, issue: Issue, id: number): Record<string, unknown> {
    const updated = new Date(this.#now).toISOString().replace("Z", "+0000");
    const self = `${SITE}/rest/api/2/issue/${issue.id}/comment/${id}`;
    const body = `Seen *again* at ${this.#now}`;
    const comment = { self, id: `${id}`, author: this.#person(), body, created: updated, updated };
    return { webhookEvent, comment, issue: shown(issue) };
  }

  #worked(issue: Issue): Record<string, unknown> {
    const id = this.#id();
    const self = `${SITE}/rest/api/2/issue/${issue.id}/worklog/${id}`;
    const author = this.#person();
    const worklog = {
      self,
      id: `${id}`,
      issueId: `${issue.id}`,
      author,
      comment: "Read the log",
      timeSpentSeconds: 900,
    };
    return { webhookEvent: "worklog_created", worklog };
  }

  #sprint(index: number): Record<string, unknown> {
    const webhookEvent = ["sprint_created", "sprint_started", "sprint_updated", "sprint_closed"][
      Math.floor(index / 25)
    ];
    const self = `${SITE}/rest/agile/1.0/sprint/12`;
    return { webhookEvent, sprint: { id: 12, self, name: "Winter tides", state: "active", originBoardId: 7 } };
  }

  #version(index: number): Record<string, unknown> {
    const names = ["jira:version_created", "jira:version_moved", "jira:version_updated", "jira:version_released"];
    const webhookEvent = names[Math.floor(index / 25)];
    const released = webhookEvent === "jira:version_released";
    const self = `${SITE}/rest/api/2/version/31`;
    return { webhookEvent, version: { id: "31", self, name: "4.2", projectId: 10_010, released } };
  }

  #person(): Record<string, unknown> {
    const displayName = this.#pick(PEOPLE);
    return { accountId: displayName.toLowerCase(), displayName };
  }

  #id(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #pick<Value>(values: readonly Value[]): Value {
    return pickOf(values, this.#below);
  }
}

function shown({ id, summary, status, priority, assignee, labels }: Issue): Record<string, unknown> {
  const fields = {
    summary,
    issuetype: { name: "Bug" },
    project: { key: "TIDE", name: "Tide tables" },
    status,
    priority: { name: priority },
    assignee: assignee === null ? null : { displayName: assignee },
    labels: [...labels],
    duedate: null,
  };
  return { id: `${id}`, self: `${SITE}/rest/api/2/issue/${id}`, key: `TIDE-${id - 20_410}`, fields };
}
