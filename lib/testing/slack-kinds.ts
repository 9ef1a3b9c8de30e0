/** A message of Slack and what it becomes: a text, nothing for the reason in the report, or a deleted message. */
type Kind = { name: string; message: Record<string, unknown>; becomes: Becomes };
type Becomes =
  | { content: string; author?: string; files?: string[]; embeds?: number; line?: true }
  | { leftOut: string }
  | "deleted";

const LINE = { leftOut: "lines about joining, leaving and changes of channels" };
const ECHO = { leftOut: "notes that another message was changed" };
const NOTHING = { leftOut: "messages that show nothing" };
const MISSING = "(a file that wasn't imported)";

const rich = (text: string) => ({
  type: "rich_text",
  block_id: "b1",
  elements: [{ type: "rich_text_section", elements: [{ type: "text", text }] }],
});

/** A message with a subtype that is a line of Slack's own. */
const line = (subtype: string): Kind => ({
  name: subtype,
  message: { subtype, text: `<@U1> did ${subtype}`, inviter: "U2" },
  becomes: LINE,
});

// https://docs.slack.dev/reference/events/message, and what exports have besides.
const LINES = [
  ...["archive", "join", "leave", "name", "purpose", "topic", "unarchive"].flatMap((what) => [
    `channel_${what}`,
    `group_${what}`,
  ]),
  ...[
    "channel_posting_permissions",
    "channel_convert_to_private",
    "channel_convert_to_public",
    "channel_canvas_updated",
  ],
  ...["bot_add", "bot_remove", "bot_enable", "bot_disable", "pinned_item", "unpinned_item", "reminder_add"],
  ...["joiner_notification", "joiner_notification_for_inviter", "app_conversation_join"],
];

const SUBTYPES: Kind[] = [
  ...LINES.map(line),
  {
    name: "assistant_app_thread",
    message: { subtype: "assistant_app_thread", text: "New Assistant Thread", user: "UBOT", bot_id: "BAPP" },
    becomes: { content: "New Assistant Thread", author: "Deploy Bot" },
  },
  {
    name: "bot_message",
    message: { subtype: "bot_message", user: undefined, bot_id: "BAPP", text: "*Deployed* &lt;v2&gt;" },
    becomes: { content: "**Deployed** \\<v2>", author: "Deploy Bot" },
  },
  {
    name: "bot_message with cards and an empty text",
    message: {
      subtype: "bot_message",
      user: undefined,
      bot_id: "BX",
      username: "CI/CD Bot",
      text: "",
      attachments: [{ id: 1, fallback: "Failed", title: "Failed", color: "a30200" }],
    },
    becomes: { content: "", embeds: 1, author: "CI/CD Bot" },
  },
  {
    name: "document_mention",
    message: { subtype: "document_mention", text: "mentioned in a canvas" },
    becomes: { content: "mentioned in a canvas" },
  },
  {
    name: "ekm_access_denied",
    message: {
      subtype: "ekm_access_denied",
      text: "Your admins have suspended everyone's access to this content.",
      is_ekm_access_denied: true,
    },
    becomes: { content: "Your admins have suspended everyone's access to this content." },
  },
  {
    name: "file_comment",
    message: {
      subtype: "file_comment",
      user: undefined,
      is_intro: false,
      text: "<@U2> commented on <@U1>’s file <https://x.slack.example/files/U1/F1|a.txt>: fine",
      comment: { id: "Fc1", comment: "fine", user: "U2" },
      file: { id: "F1", name: "a.txt" },
    },
    becomes: { content: "fine", author: "Bob 2" },
  },
  {
    name: "file_mention",
    message: {
      subtype: "file_mention",
      text: "<@U1> mentioned a file: <https://x.slack.example/files/U1/F1|a.txt>",
      file: { id: "F1", name: "a.txt", mode: "hosted", url_private: "https://files.slack.com/F1" },
    },
    becomes: { content: "", files: ["a.txt"] },
  },
  {
    name: "file_share of 2016",
    message: {
      subtype: "file_share",
      text: "<@U1> uploaded a file: <https://x.slack.example/files/U1/F1|a.txt> and commented: look",
      file: { id: "F1", name: "a.txt", mode: "hosted", url_private: "https://files.slack.com/F1" },
      upload: true,
      bot_id: null,
    },
    becomes: { content: "look", files: ["a.txt"] },
  },
  {
    name: "huddle_thread",
    message: {
      subtype: "huddle_thread",
      user: "USLACKBOT",
      text: "",
      channel: "C1",
      no_notifications: true,
      permalink: "https://x.slack.example/call/R1",
      room: {
        id: "R1",
        created_by: "U1",
        participants: [],
        participant_history: ["U1", "U2"],
        has_ended: true,
        call_family: "huddle",
      },
      blocks: [rich("A huddle started")],
    },
    becomes: { content: "**Ann 1** and **Bob 2** had a huddle.", line: true, author: "Ann 1" },
  },
  { name: "me_message", message: { subtype: "me_message", text: "waves" }, becomes: { content: "_waves_" } },
  {
    name: "message_changed",
    message: { subtype: "message_changed", user: undefined, hidden: true, message: { text: "new" } },
    becomes: ECHO,
  },
  {
    name: "message_deleted",
    message: { subtype: "message_deleted", user: undefined, hidden: true, deleted_ts: "1" },
    becomes: ECHO,
  },
  {
    name: "message_replied",
    message: { subtype: "message_replied", user: undefined, hidden: true, message: { text: "root" } },
    becomes: ECHO,
  },
  {
    name: "reply_broadcast of 2017",
    message: {
      subtype: "reply_broadcast",
      text: "",
      attachments: [
        {
          is_reply_unfurl: true,
          from_url: "https://x.slack.example/archives/C1/p1",
          text: "A reply for all",
          author_name: "Ann",
        },
      ],
    },
    becomes: { content: "", embeds: 1 },
  },
  {
    name: "sh_room_created",
    message: { subtype: "sh_room_created", text: "", room: { id: "R2", created_by: "U2", participants: [] } },
    becomes: { content: "**Bob 2** had a call.", line: true, author: "Bob 2" },
  },
  {
    name: "slackbot_response",
    message: { subtype: "slackbot_response", user: "USLACKBOT", text: "The wifi is open" },
    becomes: { content: "The wifi is open", author: "Slackbot" },
  },
  {
    name: "thread_broadcast without its root",
    message: { subtype: "thread_broadcast", thread_ts: "1.000001", text: "also here" },
    becomes: { content: "also here" },
  },
  {
    name: "tombstone",
    message: { subtype: "tombstone", user: "USLACKBOT", text: "This message was deleted.", hidden: true },
    becomes: "deleted",
  },
  {
    name: "a subtype that doesn't exist yet",
    message: { subtype: "hologram", text: "words" },
    becomes: { content: "words" },
  },
];

const file = (mode: string, facts: object = {}) => ({
  id: `F_${mode}`,
  created: 1_600_000_000,
  name: `${mode}.txt`,
  title: `${mode}.txt`,
  mode,
  user: "U1",
  is_external: false,
  url_private: `https://files.slack.com/files-pri/T1-F_${mode}/${mode}.txt`,
  ...facts,
});

const withFile = (mode: string, facts: object, becomes: Becomes): Kind => ({
  name: `a file of mode ${mode}`,
  message: { text: "", upload: false, display_as_bot: false, files: [file(mode, facts)] },
  becomes,
});

const arrives = (name: string): Becomes => ({ content: "", files: [name] });
const gone = (name: string): Becomes => ({ content: `${name} ${MISSING}` });

const FILES: Kind[] = [
  withFile("hosted", {}, arrives("hosted.txt")),
  withFile(
    "external",
    { is_external: true, external_type: "gdrive", external_url: "https://drive.example/1", title: "Plan" },
    { content: "[Plan](https://drive.example/1)" },
  ),
  withFile("snippet", { preview: "let a = 1", lines: 1 }, arrives("snippet.txt")),
  withFile("post", { filetype: "post" }, arrives("post.txt")),
  withFile("space", { filetype: "space" }, arrives("space.txt")),
  withFile("docs", { filetype: "docs" }, arrives("docs.txt")),
  withFile("email", { filetype: "email", subject: "Hi", plain_text: "Dear all" }, arrives("email.txt")),
  withFile("canvas", { filetype: "quip" }, arrives("canvas.txt")),
  withFile(
    "quip",
    { filetype: "quip", url_private: "https://x.slack.example/docs/T1/F1", preview: "Minutes" },
    arrives("quip.txt"),
  ),
  withFile("list", { filetype: "list" }, arrives("list.txt")),
  withFile(
    "slack_audio",
    { subtype: "slack_audio", transcription: { preview: { content: "hm" } } },
    arrives("slack_audio.txt"),
  ),
  withFile("tombstone", { url_private: undefined, name: undefined, title: undefined }, gone("F\\_tombstone")),
  withFile("hidden_by_limit", { url_private: undefined }, gone("hidden\\_by\\_limit\\.txt")),
  withFile("no_access", { file_access: "access_denied" }, gone("no\\_access\\.txt")),
  withFile("not_found", { file_access: "file_not_found" }, gone("not\\_found\\.txt")),
  withFile("no_link", { url_private: undefined }, gone("no\\_link\\.txt")),
];

const ODD: Kind[] = [
  { name: "an empty text", message: { text: "" }, becomes: NOTHING },
  {
    name: "a null text",
    message: { text: null, blocks: null, attachments: null, files: null, reactions: null },
    becomes: NOTHING,
  },
  { name: "another type", message: { type: "pin", text: "x" }, becomes: { leftOut: "entries that aren't messages" } },
  { name: "no ts", message: { text: "x", ts: undefined }, becomes: { leftOut: "messages that can't be read" } },
  {
    name: "the far future",
    message: { text: "x", ts: "9999999999.000000" },
    becomes: { leftOut: "messages whose date isn't one or is in the future" },
  },
  {
    name: "words only in blocks",
    message: { text: "", blocks: [rich("Only here")] },
    becomes: { content: "Only here" },
  },
  {
    name: "a preview",
    message: { text: "<https://a.example>", attachments: [{ from_url: "https://a.example", service_name: "A" }] },
    becomes: { content: "<https://a.example>" },
  },
  {
    name: "someone of another workspace",
    message: { user: "UEXT", user_team: "T9", user_profile: { real_name: "Pat Partner" }, text: "hi" },
    becomes: { content: "hi", author: "Pat Partner" },
  },
  {
    name: "a bug of Slack's export",
    message: { user: "U00", text: "renamed" },
    becomes: { content: "renamed", author: "U00" },
  },
];

/** One message of each documented subtype, of each mode of a file, and of other kinds that real exports have. */
export const SLACK_KINDS: readonly Kind[] = [...SUBTYPES, ...FILES, ...ODD];
