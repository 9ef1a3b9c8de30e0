import { expect, test } from "vitest";
import { AnswerReader, type HttpAnswer } from "@/server/bench/load/send-requests";

const counted = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello";
const chunked = "HTTP/1.1 503 No\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
const empty = "HTTP/1.1 204 No Content\r\nDate: today\r\n\r\n";

function read(pieces: string[]): (HttpAnswer | null)[] {
  const reader = new AnswerReader();
  return pieces.map((piece) => reader.read(Buffer.from(piece)));
}

test("an answer is complete by its length, by its last chunk or without a body", () => {
  expect(read([counted, chunked, empty, counted])).toMatchObject([
    { status: 200, body: "hello" },
    { status: 503 },
    { status: 204, body: "" },
    { status: 200, body: "hello" },
  ]);
});

test.each([counted, chunked, empty])("an answer that arrives byte by byte is complete with its last byte", (answer) => {
  const answers = read(answer.split(""));
  expect(answers.slice(0, -1).every((each) => each === null)).toBe(true);
  expect(answers.at(-1)?.status).toBe(Number(answer.slice(9, 12)));
});
