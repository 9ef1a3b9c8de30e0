/** The first bytes of images in each format: enough to be recognized, but not to be displayed. */
export const images = {
  png(width: number, height: number): Buffer {
    const size = Buffer.alloc(8);
    size.writeUInt32BE(width, 0);
    size.writeUInt32BE(height, 4);
    return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), size, Buffer.from([8, 6, 0, 0, 0])]);
  },

  gif(width: number, height: number): Buffer {
    const head = Buffer.from("GIF89a\0\0\0\0", "latin1");
    head.writeUInt16LE(width, 6);
    head.writeUInt16LE(height, 8);
    return head;
  },

  webp(width: number, height: number): Buffer {
    const head = Buffer.alloc(30);
    head.write("RIFF\0\0\0\0WEBPVP8X", "latin1");
    head.writeUIntLE(width - 1, 24, 3);
    head.writeUIntLE(height - 1, 27, 3);
    return head;
  },

  /** With an EXIF orientation, unless it's null. */
  jpeg(width: number, height: number, orientation: number | null = null): Buffer {
    const exif = Buffer.from(
      "\xff\xe1\0\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0",
      "latin1",
    );
    exif.writeUInt16BE(orientation ?? 1, 28);
    const frame = Buffer.from("\xff\xc0\0\x11\x08\0\0\0\0\x03\x01\x22\0\x02\x11\x01\x03\x11\x01", "latin1");
    frame.writeUInt16BE(height, 5);
    frame.writeUInt16BE(width, 7);
    const jfif = Buffer.from("\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0", "latin1");
    const start = Buffer.from("\xff\xd8", "latin1");
    return Buffer.concat([start, jfif, ...(orientation === null ? [] : [exif]), frame]);
  },

  avif(...sizes: [width: number, height: number][]): Buffer {
    const ispe = sizes.map(([width, height]) => {
      const body = Buffer.alloc(12);
      body.writeUInt32BE(width, 4);
      body.writeUInt32BE(height, 8);
      return box("ispe", body);
    });
    const properties = box("iprp", box("ipco", Buffer.concat(ispe)));
    return Buffer.concat([
      box("ftyp", Buffer.from("avif\0\0\0\0avifmif1")),
      box("meta", Buffer.concat([Buffer.alloc(4), properties])),
    ]);
  },
};

function box(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(name, 4, "latin1");
  return Buffer.concat([head, body]);
}
