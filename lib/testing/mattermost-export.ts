import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

type Fields = Record<string, unknown>;
/** Makes a post's fields for the round in which it's made. Each kind of post is made once a round. */
type Kind = (round: number) => Fields;

const BEGIN = Date.UTC(2019, 0, 1);
const HOUR = 3_600_000;

/** The types of the lines that Mattermost writes itself, but those about joining and changes. */
export const OTHER_LINES = ["system_generic", "system_wrangler", "system_ephemeral", "system_shared_chan_state"];

/** Those about joining, leaving and changes of channels. */
export const CHANGE_LINES = [
  ...["join_leave", "join_channel", "guest_join_channel", "leave_channel", "join_team", "leave_team", "add_remove"],
  ...["add_to_channel", "add_guest_to_chan", "remove_from_channel", "move_channel", "add_to_team", "remove_from_team"],
  ...["header_change", "displayname_change", "convert_channel", "purpose_change", "channel_deleted"],
  ...["channel_restored", "change_chan_privacy", "gm_to_channel"],
].map((type) => `system_${type}`);

const CARD = {
  id: 1,
  fallback: "Build failed",
  color: "#a30200",
  pretext: "**Build** of ~town-square",
  author_name: "Jenkins",
  author_link: "https://ci.example/",
  title: "Build 7",
  title_link: "https://ci.example/7",
  text: "- unit: **failed**\n- e2e: [passed](https://ci.example/7/e2e)",
  fields: [
    { title: "Branch", value: "`main`", short: true },
    { title: "Duration", value: 42, short: true },
  ],
  footer: "ci.example",
  actions: [
    { id: "retry", name: "Retry", type: "button", integration: { url: "https://ci.example/retry" } },
    { id: "owner", name: "Assign", type: "select", data_source: "users" },
  ],
};

const reply = (round: number, at: number, more: Fields = {}): Fields => ({
  user: person(round + at),
  type: "",
  message: `Reply ${at} of ${round}`,
  create_at: BEGIN + round * HOUR + 1_800_000 + at,
  edit_at: 0,
  ...more,
});

/** The kinds of posts in channels. Those that are left out are in `leftOutOf`. */
const POSTS: Record<string, Kind> = {
  plain: (round) => ({ message: `Message ${round}` }),
  markdown: () => ({ message: "# Plan\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```go\nfunc main() {}\n```\n- [x] done" }),
  mention: () => ({ message: "@person1 and @all, see ~town-square. Not `@person1`.", props: { channel_mentions: {} } }),
  emoji: () => ({ message: "Shipped :rocket: :party_gopher:" }),
  long: () => ({ message: "Long text. ".repeat(1450) }),
  thread: (round) => ({
    message: "Root",
    replies: [reply(round, 1), reply(round, 2, { props: { attachments: [CARD] } })],
  }),
  "thread with a line": (round) => ({
    message: "Root",
    replies: [reply(round, 3, { type: "system_add_to_channel", message: "added" }), reply(round, 4)],
  }),
  reactions: (round) => ({
    message: "React",
    reactions: [
      { user: person(round), emoji_name: "+1", create_at: BEGIN },
      { user: person(round + 1), emoji_name: "party_gopher", create_at: BEGIN },
      { user: "nobody", emoji_name: "tada", create_at: BEGIN },
      { user: person(round + 2), emoji_name: "no such name!", create_at: BEGIN },
    ],
  }),
  pinned: () => ({ message: "Pinned", is_pinned: true }),
  edited: (round) => ({ message: "Edited", edit_at: BEGIN + round * HOUR + HOUR }),
  "with a file": (round) => ({
    message: "With a file",
    attachments: round % 50 ? [] : [{ path: "20190101/photo.png" }],
  }),
  "only a file": (round) => (round % 50 ? { message: "No file" } : { attachments: [{ path: "20190101/photo.png" }] }),
  "only a file that is gone": (round) => ({ attachments: [{ path: `20190101/gone${round}.png` }] }),
  "in the third person": () => ({ type: "me", message: "waves" }),
  card: () => ({
    type: "slack_attachment",
    props: {
      from_webhook: "true",
      override_username: "CI/CD Bot",
      attachments: [CARD, { fallback: "Only a fallback" }],
    },
  }),
  webhook: () => ({ message: "Deployed", props: { from_webhook: true, webhook_display_name: "Deploys" } }),
  bot: () => ({ user: "ci", message: "I'm a bot", props: { from_bot: "true" } }),
  plugin: () => ({ type: "custom_poll", message: "Lunch?", props: { from_plugin: "true", poll_id: "abc" } }),
  "details of a card": () => ({ message: "With details", props: { card: "**Details**" } }),
  "by someone unknown": () => ({ user: "former", message: "I was here" }),
  away: () => ({ type: "system_auto_responder", message: "I'm away" }),
  reminder: () => ({ type: "reminder", message: "Don't forget" }),
  saved: (round) => ({
    message: "Saved",
    flagged_by: [person(round)],
    thread_followers: [{ user: person(round + 1), last_viewed: BEGIN, unread_mentions: 0 }],
  }),
  empty: () => ({}),
  burning: () => ({ type: "burn_on_read", message: "Burn" }),
  "in a channel that isn't there": () => ({ channel: "archived-long-ago", message: "Old" }),
  ...Object.fromEntries([...CHANGE_LINES, ...OTHER_LINES].map((type) => [type, () => ({ type, message: type })])),
};

const DIRECT: Record<string, Kind> = {
  two: (round) => ({ channel_members: ["person1", person(round)], message: "Between us" }),
  group: (round) => ({
    channel_members: ["person1", "person2", "person3"],
    message: "All of us",
    replies: [reply(round, 5)],
  }),
  self: () => ({ channel_members: ["person1", "person1"], message: "To myself" }),
  bot: () => ({ channel_members: ["person1", "ci"], message: "help" }),
};

const PEOPLE = 60;
const person = (n: number): string => `person${(n % PEOPLE) + 1}`;

const TEAMS = [
  { name: "acme", display_name: "Acme", type: "O", allow_open_invite: true, description: "We make things" },
  { name: "board", display_name: "Board", type: "I", allow_open_invite: false, description: "" },
];

const CHANNELS = [
  { team: "acme", name: "town-square", display_name: "Town Square", type: "O", header: "Everyone", purpose: "" },
  {
    team: "acme",
    name: "ops",
    display_name: "Ops",
    type: "P",
    header: "[Wiki](https://wiki.example)",
    purpose: "Operations",
  },
  { team: "acme", name: "old", display_name: "Old", type: "O", header: "", purpose: "Old things", deleted_at: BEGIN },
  {
    team: "board",
    name: "town-square",
    display_name: "Board Square",
    type: "O",
    header: "",
    purpose: "",
    scheme: "strict",
  },
];

/**
 * Writes an export as `mmctl export create` makes it into a directory, always the same: every type of line, channel and post
 * that Mattermost documents, each kind of post once for each of `rounds`. Returns how many posts it has, with replies.
 */
export function writeMattermostExport(directory: string, { rounds, tag }: { rounds: number; tag: string }): number {
  const lines: unknown[] = [];
  const add = (type: string, fields: unknown) => lines.push({ type, [type]: fields });
  lines.push({ type: "version", version: 1, info: { generator: "mattermost-server", version: "10.5.0" } });
  add("role", { name: "custom_role", permissions: [] });
  add("scheme", { name: "strict", scope: "channel" });
  for (const team of TEAMS) add("team", { ...team, name: `${team.name}${tag}` });
  for (const channel of CHANNELS) {
    add("channel", { ...channel, team: `${channel.team}${tag}`, display_name: `${channel.display_name} ${tag}` });
  }
  for (let n = 0; n < PEOPLE; n += 1) add("user", userOf(n, tag));
  add("bot", { username: "ci", display_name: "Build Bot", description: "Builds", owner: "person1", delete_at: 0 });
  add("emoji", { name: "party_gopher", image: "exported_emoji/1/image" });
  add("direct_channel", { members: ["person1", "person4"], favorited_by: ["person1"], header: "Us two" });
  let posts = 0;
  const write = (type: string, round: number, kinds: Record<string, Kind>, common: Fields) => {
    for (const [index, kind] of Object.values(kinds).entries()) {
      const fields = kind(round);
      const create_at = BEGIN + round * HOUR + index * 1000;
      add(type, {
        user: person(round + index),
        type: "",
        message: "",
        props: {},
        create_at,
        edit_at: 0,
        reactions: [],
        replies: [],
        ...common,
        ...fields,
      });
      posts += 1 + (Array.isArray(fields.replies) ? fields.replies.length : 0);
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    const { team, name } = CHANNELS[round % CHANNELS.length] ?? { team: "", name: "" };
    write("post", round, POSTS, { team: `${team}${tag}`, channel: name });
  }
  for (let round = 0; round < rounds; round += 1) write("direct_post", round, DIRECT, {});
  writeFileSync(path.join(directory, "import.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  mkdirSync(path.join(directory, "data", "20190101"), { recursive: true });
  writeFileSync(path.join(directory, "data", "20190101", "photo.png"), "not really a photo");
  return posts;
}

/** A person: the first is an admin, every tenth a guest, every fifteenth deactivated, and the last has no address. */
function userOf(n: number, tag: string): Fields {
  const isGuest = n % 10 === 9;
  const role = isGuest ? "guest" : "user";
  const membership = (name: string) => ({
    name,
    roles: `channel_${role}`,
    notify_props: { mark_unread: "all" },
    msg_count: n,
  });
  return {
    username: person(n),
    email: n === PEOPLE - 2 ? "" : `${person(n)}.${tag}@example.com`,
    nickname: "",
    first_name: "Person",
    last_name: `${n + 1}`,
    position: n % 2 ? "Engineer" : "",
    roles: n === 0 ? "system_user system_admin" : `system_${role}`,
    delete_at: n % 15 === 14 ? BEGIN : 0,
    locale: "en",
    auth_service: null,
    theme: '{"type":"Onyx"}',
    notify_props: { desktop: "mention", email: "true" },
    teams: TEAMS.map(({ name }) => ({
      name: `${name}${tag}`,
      roles: `team_${role}`,
      channels: CHANNELS.filter(({ team }) => team === name).map((channel) => membership(channel.name)),
    })),
  };
}
