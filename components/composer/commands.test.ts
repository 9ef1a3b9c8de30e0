import { expect, test } from "vitest";
import { commandIn } from "./commands";

test.each([
  ["/mute", { name: "mute", rest: "" }],
  ["/Topic  Builds and releases ", { name: "topic", rest: "Builds and releases" }],
  ["/remind call Bo\nin 20 minutes", { name: "remind", rest: "call Bo\nin 20 minutes" }],
  ["/invite <@12345678901234567>", { name: "invite", rest: "<@12345678901234567>" }],
])("%s is a command", (text, command) => expect(commandIn(text)).toEqual(command));

test.each(["/etc/hosts", "/muted", "/unknown thing", "\\/topic", " /topic x", "see /topic", "/", "//topic"])(
  "%s is a message",
  (text) => expect(commandIn(text)).toBeNull(),
);
