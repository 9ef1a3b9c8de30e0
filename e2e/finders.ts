import type { Page } from "@playwright/test";

/** Finds the message list of the open channel. */
export function messages(page: Page) {
  return page.getByRole("region", { name: "Messages" });
}

/** Finds the open channel's message that contains this text. */
export function article(page: Page, text: string) {
  return messages(page).getByRole("article").filter({ hasText: text });
}

/** Finds the channel's composer. */
export function composer(page: Page, channelName: string) {
  return page.getByRole("textbox", { name: `Message #${channelName}` });
}

/** Finds the sidebar's link to a channel. Its name includes its unread count. */
export function channelLink(page: Page, name: string) {
  return page.getByRole("navigation", { name: "Channels" }).getByRole("link", { name, exact: true });
}
