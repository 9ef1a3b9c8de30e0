import { SLACK_KINDS } from "@/lib/testing/slack-kinds";
import { storedZip } from "@/lib/testing/stored-zip";

const START = 1_500_000_000;
const DAY = 86_400;
const WORDS = "the build is green again after we moved the cache to its own disk and asked Ann why it was slow".split(
  " ",
);

/** The same numbers each time: below `most`, one after the other. */
function dice(): (most: number) => number {
  let state = 42;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * most);
  };
}

const dayOf = (ts: string): string => new Date(Number(ts) * 1000).toISOString().slice(0, 10);

function peopleOf(tag: string): object[] {
  const person = (id: string, name: string, facts: object = {}) => ({
    id,
    team_id: `T${tag}`,
    name: name.toLowerCase().replace(" ", "."),
    deleted: false,
    is_bot: false,
    is_restricted: false,
    is_ultra_restricted: false,
    updated: START,
    ...facts,
    profile: {
      real_name: name,
      display_name: name,
      email: `${id}.${tag}@example.com`.toLowerCase(),
      title: "",
      team: `T${tag}`,
    },
  });
  const bot = (id: string, name: string, bot_id: string) => ({
    id,
    team_id: `T${tag}`,
    name,
    is_bot: true,
    profile: { real_name: name, bot_id },
  });
  return [
    person("U1", "Ann 1", { is_owner: true, is_admin: true, is_primary_owner: true }),
    person("U2", "Bob 2", { is_admin: true }),
    ...Array.from({ length: 37 }, (_, index) => person(`U${index + 3}`, `Person ${index + 3}`)),
    person("UDEL", "Former", { deleted: true }),
    person("UMULTI", "Guest Multi", { is_restricted: true }),
    person("USINGLE", "Guest Single", { is_restricted: true, is_ultra_restricted: true }),
    person("USTRANGE", "Stranger", { is_stranger: true }),
    bot("UBOT", "Deploy Bot", "BAPP"),
    { ...bot("UFLOW", "Workflow", "BFLOW"), is_bot: false, is_workflow_bot: true },
    person("USLACKBOT", "Slackbot"),
  ];
}

const channel = (id: string, name: string, facts: object = {}) => ({
  id,
  name,
  created: START,
  creator: "U1",
  is_archived: false,
  is_general: false,
  members: ["U1", "U2", "U3", "UDEL", "UMULTI", "UEXT"],
  topic: { value: "", creator: "", last_set: 0 },
  purpose: { value: "", creator: "", last_set: 0 },
  ...facts,
});

function listsOf(tag: string) {
  const names = ["general", "random", "engine", "日本語ガ", "old", "shared", "deploys"].map((name) => `${name}-${tag}`);
  const [general = "", random = "", engine = "", japanese = "", old = "", shared = "", deploys = ""] = names;
  return {
    engine,
    channels: [
      channel("C1", general, {
        is_general: true,
        pins: [{ id: "1500000000.000000", user: "U2", created: "1500000009" }],
        topic: { value: "News &amp; <https://wiki.example|wiki>" },
      }),
      channel("C2", random),
      channel("C3", engine),
      channel("C4", japanese),
      channel("C5", old, { is_archived: true }),
      channel("C6", shared, { is_shared: true, is_ext_shared: true, connected_team_ids: ["T9"] }),
      channel("C7", deploys, { purpose: { value: "What goes out" } }),
    ],
    groups: [
      channel("G1", `secret-${tag}`, { members: ["U1", "U2"] }),
      channel("G2", `board-${tag}`, { is_archived: true }),
    ],
    mpims: [channel("G3", `mpdm-ann--bob--person.3-${tag}`, { is_mpim: true, members: ["U1", "U2", "U3"] })],
    dms: [
      { id: "D1", created: START, members: ["U1", "U2"] },
      { id: "D2", created: START, members: ["U2", "UDEL"] },
      { id: "D3", created: START, members: ["U1"] },
      { id: "D4", created: START, members: ["U1", "UBOT"] },
      { id: "D5", created: START, members: ["U1", "UEXT"] },
    ],
  };
}

/** Ordinary messages of one conversation, as they have been since 2020: with blocks, profiles, threads, reactions and edits. */
function ordinary(
  count: number,
  people: readonly string[],
  roll: ReturnType<typeof dice>,
  offset: number,
): Record<string, unknown>[] {
  let root: string | null = null;
  return Array.from({ length: count }, (_, index) => {
    const ts = `${START + offset + Math.floor((index * 200 * DAY) / count)}.${String(index).padStart(6, "0")}`;
    const user = people[roll(people.length)] ?? "U1";
    const text = Array.from({ length: 3 + roll(12) }, () => WORDS[roll(WORDS.length)]).join(" ");
    const isReply: boolean = root !== null && roll(5) === 0;
    const thread = isReply
      ? { thread_ts: root, parent_user_id: "U1" }
      : roll(20) === 0
        ? { thread_ts: ts, reply_count: 3 }
        : {};
    if (!isReply && "reply_count" in thread) root = ts;
    return {
      client_msg_id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
      type: "message",
      user,
      text,
      ts,
      team: "T1",
      user_team: "T1",
      source_team: "T1",
      user_profile: {
        real_name: user,
        display_name: user,
        image_72: "https://avatars.slack-edge.com/1_72.png",
        is_restricted: false,
      },
      blocks: [
        {
          type: "rich_text",
          block_id: "b",
          elements: [{ type: "rich_text_section", elements: [{ type: "text", text }] }],
        },
      ],
      ...thread,
      ...(roll(6) === 0 && { reactions: [{ name: "+1::skin-tone-3", users: ["U1", "U2"], count: 2 }] }),
      ...(roll(30) === 0 && { edited: { user, ts: `${Number(ts.split(".")[0]) + 9}.000000` } }),
    };
  });
}

/**
 * Returns an export of Slack as a ZIP file that has everything that real ones have: all kinds of people, conversations, messages
 * and files. It's the same each time, except for `tag`, which keeps tests apart.
 */
export function slackExport({ tag, messages }: { tag: string; messages: number }): { zip: Buffer; channel: string } {
  const { engine, ...lists } = listsOf(tag);
  const roll = dice();
  const entries = new Map<string, unknown>([
    ["users.json", peopleOf(tag)],
    ...Object.entries(lists).map(([name, list]) => [`${name}.json`, list] as const),
    ["integration_logs.json", [{ service_type: "GitHub", change_type: "added", date: "1500000000", user_id: "U1" }]],
    ["canvases.json", [{ id: "F_canvas" }, { id: "F_quip" }]],
  ]);
  const put = (folder: string, all: readonly Record<string, unknown>[]) => {
    const days = new Map<string, Record<string, unknown>[]>();
    for (const message of all) {
      const day = typeof message.ts === "string" ? dayOf(message.ts) : "2018-01-01";
      days.set(day, [...(days.get(day) ?? []), message]);
    }
    for (const [day, each] of days) entries.set(`${folder}/${day}.json`, each);
  };
  const folders = Object.values(lists).flatMap((list) =>
    list.map((each) => ({ folder: "name" in each ? each.name : each.id, members: each.members })),
  );
  const each = Math.floor(messages / (folders.length - 1));
  for (const [index, { folder, members }] of folders.entries()) {
    const people = members.filter((id) => id !== "UEXT");
    if (folder !== engine) put(folder, ordinary(each, people, roll, index * 7));
  }
  put(
    engine,
    SLACK_KINDS.map(({ message }, index) => ({
      type: "message",
      user: "U1",
      ts: `${START + index}.000${100 + index}`,
      ...message,
    })),
  );
  put("FC:F_canvas:Notes", ordinary(3, ["U1"], roll, 0));
  return {
    zip: storedZip([...entries].map(([name, value]) => [name, JSON.stringify(value)] as const)),
    channel: engine,
  };
}
