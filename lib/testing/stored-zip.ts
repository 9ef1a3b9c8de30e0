import { crc32 } from "node:zlib";

/**
 * Returns a ZIP file of stored files, with names as they're given. Its names don't have the flag that says that they're
 * UTF-8, as in Slack's exports.
 */
export function storedZip(entries: Iterable<readonly [name: string | Buffer, content: string | Buffer]>): Buffer {
  const locals: Buffer[] = [];
  const heads: Buffer[] = [];
  let at = 0;
  for (const [given, content] of entries) {
    const [name, body] = [Buffer.from(given), Buffer.from(content)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(body), 10);
    facts.writeUInt32LE(body.length, 14);
    facts.writeUInt32LE(body.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const head = Buffer.alloc(14);
    head.writeUInt32LE(at, 10);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), facts, name, body]);
    locals.push(local);
    heads.push(Buffer.from("PK\x01\x02\x14\x00"), facts, head, name);
    at += local.length;
  }
  const list = Buffer.concat(heads);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(locals.length, 4);
  end.writeUInt16LE(locals.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, list, Buffer.from("PK\x05\x06"), end]);
}
