/** A delivery of GitHub: its event and its payload. */
export type GitHubDelivery = { event: string; payload: object };

/** Events that the demo's rules don't post. */
export const HIDDEN_EVENTS = ["pull_request.labeled", "gollum"];

const REPOSITORY = {
  id: 42,
  name: "shop",
  full_name: "acme/shop",
  html_url: "https://github.com/acme/shop",
  default_branch: "main",
};

const account = (login: string) => ({ login, html_url: `https://github.com/${login}` });
const [ada, grace, linus] = [account("ada"), account("grace"), account("linus")];
const page = (path: string) => `${REPOSITORY.html_url}/${path}`;

/**
 * Returns what GitHub sends about one repository during a morning that ends now: a pull request that is reviewed, its
 * checks, runs that pass and fail, an issue, a push, and events that the demo hides.
 */
export function codeDeliveries(now: Date): GitHubDelivery[] {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  return [...pushed(ago), ...runs(ago), ...issue(ago), ...pullRequest(ago)];
}

type Ago = (minutes: number) => string;

const delivery = (event: string, action: string | null, sender: object, payload: object): GitHubDelivery => ({
  event,
  payload: { ...(action && { action }), ...payload, repository: REPOSITORY, sender },
});

const MAIN = "91c7b3e40f2d4a58b6e1c09d7f35a2848e0b1d67";

function pushed(ago: Ago): GitHubDelivery[] {
  const commit = (id: string, message: string, minutes: number) => ({
    id,
    message,
    timestamp: ago(minutes),
    url: page(`commit/${id}`),
    author: { name: "Linus Okafor", username: "linus" },
  });
  const last = commit(MAIN, "Round prices once, at the end", 161);
  return [
    delivery("push", null, linus, {
      ref: "refs/heads/main",
      before: "0f4c2a81",
      after: MAIN,
      compare: page("compare/0f4c2a81...91c7b3e4"),
      commits: [commit("5ad1e0c27b9f4e31a0c6d8f2b47e9a1035c8d6f2", "Show the delivery date in the basket", 162), last],
      head_commit: last,
      pusher: { name: "linus" },
    }),
    delivery("gollum", null, ada, {
      pages: [{ action: "edited", page_name: "Releasing", title: "Releasing", html_url: page("wiki/Releasing") }],
    }),
  ];
}

function runs(ago: Ago): GitHubDelivery[] {
  const run = (id: number, fields: object) => ({
    id,
    run_attempt: 1,
    head_branch: "main",
    head_sha: MAIN,
    html_url: page(`actions/runs/${id}`),
    ...fields,
  });
  const built = { name: "Build and deploy", workflow_id: 7, run_number: 840, event: "push", actor: linus };
  const nightly = { name: "Nightly", workflow_id: 8, run_number: 212, event: "schedule", actor: ada };
  const begins = (minutes: number) => ({ run_started_at: ago(minutes), created_at: ago(minutes) });
  const job = { id: 9212, run_id: 212_000, run_attempt: 1, name: "e2e (webkit)", workflow_name: "Nightly" };
  return [
    delivery("workflow_run", "in_progress", linus, {
      workflow_run: run(840_000, { ...built, ...begins(160), status: "in_progress", updated_at: ago(160) }),
    }),
    delivery("workflow_run", "completed", linus, {
      workflow_run: run(840_000, {
        ...built,
        ...begins(160),
        status: "completed",
        conclusion: "success",
        updated_at: ago(155),
      }),
    }),
    delivery("workflow_job", "completed", ada, {
      workflow_job: {
        ...job,
        head_branch: "main",
        head_sha: MAIN,
        html_url: page("actions/runs/212000/job/9212"),
        status: "completed",
        conclusion: "failure",
        started_at: ago(96),
        completed_at: ago(88),
        steps: [{ name: "Run npm test", status: "completed", conclusion: "failure", number: 4 }],
      },
    }),
    delivery("workflow_run", "completed", ada, {
      workflow_run: run(212_000, {
        ...nightly,
        ...begins(97),
        status: "completed",
        conclusion: "failure",
        updated_at: ago(88),
      }),
    }),
  ];
}

function issue(ago: Ago): GitHubDelivery[] {
  const about = (minutes: number) => ({
    id: 131_000,
    number: 131,
    title: "Basket forgets the voucher after signing in",
    html_url: page("issues/131"),
    state: "open",
    user: linus,
    labels: [{ name: "bug" }, { name: "basket" }],
    assignees: [grace],
    body: "Add a voucher, sign in, and the basket shows the full price again.",
    created_at: ago(74),
    updated_at: ago(minutes),
  });
  return [
    delivery("issues", "opened", linus, { issue: about(74) }),
    delivery("issue_comment", "created", grace, {
      issue: about(61),
      comment: {
        id: 5131,
        user: grace,
        html_url: page("issues/131#issuecomment-5131"),
        body: "The session gets a new basket there. I'll merge the two.",
        created_at: ago(61),
        updated_at: ago(61),
      },
    }),
  ];
}

const BEFORE = "7b0e5c1f9d2a4836b1c4e7f08a9d3521c6e4f0ab";
const HEAD = "e42f9a7c03b84d16a5f7c2e8109b6d3f4a8c5e71";

function pullRequest(ago: Ago): GitHubDelivery[] {
  const pull = (minutes: number, sha: string) => ({
    id: 128_000,
    number: 128,
    title: "Retry payments that time out",
    html_url: page("pull/128"),
    state: "open",
    draft: false,
    user: grace,
    head: { ref: "retry-payments", sha, repo: REPOSITORY },
    base: { ref: "main", sha: MAIN, repo: REPOSITORY },
    labels: [{ name: "payments" }],
    requested_reviewers: [ada],
    additions: 182,
    deletions: 24,
    changed_files: 6,
    commits: sha === HEAD ? 4 : 2,
    body: "The payment provider drops about one request in a thousand. Such a payment is tried again with the same key.",
    created_at: ago(55),
    updated_at: ago(minutes),
  });
  const check = (id: number, name: string, minutes: number, conclusion: string | null) =>
    delivery("check_run", conclusion ? "completed" : "created", grace, {
      check_run: {
        id,
        name,
        head_sha: HEAD,
        status: conclusion ? "completed" : "in_progress",
        conclusion,
        html_url: page(`runs/${id}`),
        started_at: ago(minutes + 3),
        ...(conclusion && { completed_at: ago(minutes) }),
      },
    });
  const review = (id: number, state: string, minutes: number, sha: string, body: string) =>
    delivery("pull_request_review", "submitted", ada, {
      pull_request: pull(minutes, sha),
      review: {
        id,
        user: ada,
        state,
        body,
        html_url: page(`pull/128#pullrequestreview-${id}`),
        submitted_at: ago(minutes),
      },
    });
  return [
    delivery("pull_request", "opened", grace, { number: 128, pull_request: pull(55, BEFORE) }),
    delivery("pull_request", "labeled", grace, { pull_request: pull(55, BEFORE), label: { name: "payments" } }),
    review(
      6128,
      "changes_requested",
      41,
      BEFORE,
      "Can we cap the retries? A provider that is down would hold every checkout.",
    ),
    delivery("issue_comment", "created", grace, {
      issue: { ...pull(33, BEFORE), pull_request: { html_url: page("pull/128") } },
      comment: {
        id: 5128,
        user: grace,
        html_url: page("pull/128#issuecomment-5128"),
        body: "Good point. Three tries within ten seconds, then the customer sees why.",
        created_at: ago(33),
        updated_at: ago(33),
      },
    }),
    delivery("pull_request", "synchronize", grace, {
      before: BEFORE,
      after: HEAD,
      pull_request: pull(24, HEAD),
    }),
    check(71, "lint", 22, "success"),
    check(72, "unit", 21, "success"),
    check(73, "build", 20, "success"),
    check(74, "e2e", 18, null),
    check(75, "preview", 18, null),
    review(6129, "approved", 9, HEAD, "Nice, and the test with the fake clock is a good idea."),
  ];
}
