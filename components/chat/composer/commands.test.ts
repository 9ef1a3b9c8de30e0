import { expect, test } from "vitest";
import { commandIn, unknownCommandIn } from "./commands";

test.each([
  ["/mute", { name: "mute", rest: "" }],
  ["/Topic  Builds and releases ", { name: "topic", rest: "Builds and releases" }],
  ["/remind call Bo\nin 20 minutes", { name: "remind", rest: "call Bo\nin 20 minutes" }],
  ["/invite <@12345678901234567>", { name: "invite", rest: "<@12345678901234567>" }],
])("%s is a command", (text, command) => expect(commandIn(text)).toEqual(command));

test.each(["/remnd x", "/muted", "/Unknown\nthing", "/in-vite"])(
  "%j looks like a command that doesn't exist",
  (text) => {
    expect(commandIn(text)).toBeNull();
    expect(unknownCommandIn(text)).toBe(text.split(/\s/)[0]);
  },
);

test.each([
  "/etc/hosts",
  "/etc/hosts is a file",
  "\\/topic",
  " /topic x",
  "see /topic",
  "/",
  "//topic",
  "/2 x",
  "/mute",
])("%j doesn't", (text) => expect(unknownCommandIn(text)).toBeNull());

test.each(["/etc/hosts", "\\/topic", " /topic x", "see /topic", "/", "//topic"])("%s is a message", (text) =>
  expect(commandIn(text)).toBeNull(),
);
