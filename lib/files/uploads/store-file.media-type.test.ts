import { expect, test } from "vitest";
import { mediaTypeOf } from "./store-file";

const bytes = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["an MP4 video", "\x00\x00\x00\x20ftypisom\x00\x00\x02\x00", "video/mp4"],
  ["an iPhone's video", "\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00", "video/quicktime"],
  ["a WebM video", "\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\x82\x84webm", "video/webm"],
  ["a sound in MP4", "\x00\x00\x00\x20ftypM4A \x00\x00\x00\x00", "audio/mp4"],
  ["Ogg", "OggS\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01vorbis", "audio/ogg"],
  ["WAV", "RIFF\x24\x08\x00\x00WAVEfmt ", "audio/wav"],
  ["FLAC", "fLaC\x00\x00\x00\x22", "audio/flac"],
  ["MP3 with tags", "ID3\x04\x00\x00\x00\x00\x00\x00", "audio/mpeg"],
  ["MP3 without tags", "\xff\xfb\x90\x64\x00", "audio/mpeg"],
  ["a PDF", "%PDF-1.7\n", "application/pdf"],
])("%s is recognized", (_, head, type) => expect(mediaTypeOf(bytes(head))).toBe(type));

test.each([
  ["nothing", ""],
  ["text", "Hello"],
  ["a JPEG", "\xff\xd8\xff\xe0"],
  ["an AVIF image", "\x00\x00\x00\x1cftypavif"],
  ["a Matroska file", "\x1aE\xdf\xa3\xa3B\x86\x81\x01B\x82\x88matroska"],
  ["a PDF later in a file", "x%PDF-1.7"],
  ["HTML", "<!doctype html><video>"],
])("%s isn't", (_, head) => expect(mediaTypeOf(bytes(head))).toBeNull());
