import { describe, expect, test } from "vitest";
import type { ChannelNameDto } from "@/lib/channels/dto";
import type { MessageDto, NotificationDto } from "@/lib/messages/dto";
import { aMessage } from "@/lib/testing/message";
import { notificationsFor } from "./notification-text";

const deploys: ChannelNameDto = { id: "5", name: "deploys", kind: "public" };
const ada = { kind: "user" as const, id: "7", name: "Ada", avatarUrl: null };
const size = { size: 1, width: null, height: null, shown: null };
const file = { id: "1", name: "plan.pdf", contentType: "application/pdf", ...size };

function of(fields: Partial<MessageDto> = {}, channel = deploys): NotificationDto {
  return { message: aMessage(fields), channel };
}

function only(fields: Partial<MessageDto>, channel = deploys) {
  const [notification, ...others] = notificationsFor({ notifications: [of(fields, channel)], more: false }, false);
  expect(others).toEqual([]);
  return notification;
}

describe("a message", () => {
  test("is shown with its author and channel, and links to itself", () => {
    expect(only({ id: "12", seq: 3, content: "**Build** [42](https://example.com) `failed`" })).toEqual({
      tag: "12",
      title: "CI in #deploys",
      body: "Build 42 failed",
      href: "/channels/5?message=3",
    });
    const direct = { id: "6", name: "Ada", kind: "direct" } as const;
    expect(only({ author: ada, content: "hi" }, direct)).toMatchObject({ title: "Ada", body: "hi" });
  });

  test("without text is shown by its card or files", () => {
    expect(only({ content: "", embeds: [{ title: "Deployed" }] })).toMatchObject({ body: "Deployed" });
    const attachments = [{ ...file, url: "/a", description: "" }];
    expect(only({ content: "", attachments })).toMatchObject({ body: "plan.pdf" });
    expect(only({ content: "", attachments: [...attachments, ...attachments] })).toMatchObject({
      body: "plan.pdf and 1 more",
    });
    expect(only({ content: "Look", attachments })).toMatchObject({ body: "Look" });
  });

  test("is shown without misleading characters in its author's name", () => {
    expect(only({ author: { ...ada, name: "Ada\u202etxt" } })?.title).toBe("Adatxt in #deploys");
  });
});

describe("several messages", () => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, index) => of({ id: `${9 - index}`, content: `${9 - index}` }));
  const tags = (count: number, more = false, missed = false) =>
    notificationsFor({ notifications: some(count), more }, missed).map(({ tag }) => tag);

  test("are shown one by one if there are at most three, the latest last", () => {
    expect(tags(3)).toEqual(["7", "8", "9"]);
    expect(tags(0)).toEqual([]);
  });

  test("are combined into one notification if there are more, with the latest of them", () => {
    expect(notificationsFor({ notifications: some(4), more: false }, false)).toEqual([
      {
        tag: "parley-sum",
        title: "4 new messages",
        body: "Latest from CI in #deploys: 9",
        href: "/channels/5?message=1",
      },
    ]);
    expect(notificationsFor({ notifications: some(5), more: true }, false)[0]?.title).toBe("More than 5 new messages");
  });

  test("are combined into one if they arrived while the connection was lost", () => {
    expect([tags(2, false, true), tags(1, false, true)]).toEqual([["parley-sum"], ["9"]]);
  });
});
