import type { Page } from "@playwright/test";

/** The message list of the open channel. */
export function messages(page: Page) {
  return page.getByRole("region", { name: "Messages" });
}

/** The open channel's message that contains this text. */
export function article(page: Page, text: string) {
  return messages(page).getByRole("article").filter({ hasText: text });
}

/** The channel's composer. */
export function composer(page: Page, channelName: string) {
  return page.getByRole("textbox", { name: `Message #${channelName}` });
}

/** The sidebar's link to a channel. Its name includes its unread count. */
export function channelLink(page: Page, name: string) {
  return page.getByRole("navigation", { name: "Channels" }).getByRole("link", { name, exact: true });
}
