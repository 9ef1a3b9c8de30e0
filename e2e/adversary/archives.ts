import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import fc, { type Arbitrary } from "fast-check";
import { packTar } from "modern-tar";
import { oddJson, spoiled } from "./values";

type File = { name: string; text: string };

const SLACK = {
  "users.json": [{ id: "U1", team_id: "T1", name: "ada", profile: { real_name: "Ada", email: "ada@example.com" } }],
  "channels.json": [{ id: "C1", name: "general", created: 1700000000, members: ["U1"], topic: { value: "All" } }],
  "general/2024-01-01.json": [
    {
      type: "message",
      user: "U1",
      ts: "1704103200.000100",
      text: "Hello <@U1>",
      reactions: [{ name: "+1", users: ["U1"] }],
    },
  ],
};
const MATTERMOST = {
  "export.jsonl": [
    { type: "version", version: 1 },
    { type: "team", team: { name: "t", display_name: "T" } },
    { type: "channel", channel: { team: "t", name: "c", display_name: "C", type: "O" } },
    {
      type: "user",
      user: { username: "ada", email: "ada@example.com", teams: [{ name: "t", channels: [{ name: "c" }] }] },
    },
    { type: "post", post: { team: "t", channel: "c", user: "ada", message: "Hello", create_at: 1704103200000 } },
  ],
};
const PARLEY = {
  "export.json": { format: "parley-export", version: 1, kind: "workspace", workspaceId: "1" },
  "people.jsonl": [{ id: "1", name: "Ada", email: "ada@example.com" }],
};

const oddName = fc.constantFrom(
  "../escaped.json",
  "/etc/escaped.json",
  "a/../../escaped.json",
  "..\\escaped.json",
  "C:\\escaped.json",
  "users.json",
  "general/",
  "__proto__/2024-01-01.json",
  "\0.json",
  ".",
  "..",
  "",
  "é/ü.json",
  `${"d/".repeat(200)}x.json`,
  `${"n".repeat(300)}.json`,
);

/** An export of a tool, with something odd in its files. */
const files: Arbitrary<File[]> = fc.constantFrom<Record<string, unknown>>(SLACK, MATTERMOST, PARLEY).chain((known) =>
  fc
    .tuple(
      ...Object.entries(known).map(([name, value]) =>
        fc.oneof(spoiled(value), fc.constant(JSON.stringify(value)), oddJson).map((json) => ({
          name,
          // Each item of a list is a line.
          text: name.endsWith(".jsonl") ? json.replaceAll(/\},\{"type/g, '}\n{"type').replace(/^\[|\]$/g, "") : json,
        })),
      ),
      fc.array(fc.record({ name: oddName, text: oddJson }), { maxLength: 3 }),
    )
    .map((all) => all.flat()),
);

type Lie = { size: number; sum: number; count: number };

/** The bytes of a ZIP file, which may lie about the sizes, sums and number of its files. */
function zip(all: readonly File[], { size, sum, count }: Lie): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text } of all) {
    const [title, bytes] = [Buffer.from(name), Buffer.from(text)];
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE((crc32(bytes) + sum) >>> 0, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE((bytes.length + size) >>> 0, 18);
    fields.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, title, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), fields, rest, title]));
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE((all.length + count) & 0xffff, 4);
  end.writeUInt16LE((all.length + count) & 0xffff, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, listed, Buffer.from("PK\x05\x06"), end]);
}

const none: Lie = { size: 0, sum: 0, count: 0 };
const lies = fc.constantFrom<Lie>(
  none,
  none,
  none,
  { ...none, size: -1 },
  { ...none, size: 2 ** 31 },
  { ...none, sum: 1 },
  { ...none, count: 60_000 },
  { ...none, count: 1 },
);

const tarType = fc.constantFrom<"file" | "symlink" | "link" | "character-device" | "fifo" | "directory">(
  "file",
  "file",
  "file",
  "symlink",
  "link",
  "character-device",
  "fifo",
  "directory",
);

async function tar(
  all: readonly File[],
  types: readonly ("file" | "symlink" | "link" | "character-device" | "fifo" | "directory")[],
): Promise<Buffer> {
  const entries = all
    .filter(({ name }) => name !== "")
    .map(({ name, text }, index) => {
      const type = types[index % types.length] ?? "file";
      const isFile = type === "file";
      const size = isFile ? Buffer.byteLength(text) : 0;
      return {
        header: { name, size, type, ...(!isFile && { linkname: "/etc/passwd" }) },
        ...(isFile && { body: text }),
      };
    });
  return gzipSync(await packTar(entries));
}

/** Cuts, repeats or changes a part of the bytes, or leaves them. */
const damage = fc.oneof(
  { weight: 4, arbitrary: fc.constant((bytes: Buffer) => bytes) },
  fc.nat().map((at) => (bytes: Buffer) => bytes.subarray(0, at % bytes.length)),
  fc.tuple(fc.nat(), fc.nat(255)).map(([at, value]) => (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    changed[at % changed.length] = value;
    return changed;
  }),
  fc.constant((bytes: Buffer) => Buffer.concat([bytes, bytes])),
);

/** An export as a file: its name, and how to make its bytes. */
export const archive: Arbitrary<{ name: string; bytes: () => Promise<Buffer> }> = fc.oneof(
  fc.record({ all: files, lie: lies, change: damage }).map(({ all, lie, change }) => ({
    name: "export.zip",
    bytes: async () => change(zip(all, lie)),
  })),
  fc
    .record({ all: files, types: fc.array(tarType, { minLength: 1, maxLength: 5 }), change: damage })
    .map(({ all, types, change }) => ({ name: "export.tar.gz", bytes: async () => change(await tar(all, types)) })),
);
