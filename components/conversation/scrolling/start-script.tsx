/** How far below the top a channel's start stands, so that some of the messages before it are in view. */
export const START_BELOW_PX = 56;

const script = `((start, scroller) => {
  if (start) scroller.scrollTop += start.getBoundingClientRect().top - scroller.getBoundingClientRect().top - ${START_BELOW_PX};
})(document.querySelector("[data-start]"), document.querySelector("[data-messages]"))`;

/** Scrolls a channel to where it starts, at the end of its pane, before anything is painted. Rendered by the server, so that it costs no script to load. */
export function StartScript({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      // Browsers hide a nonce from scripts, so React would find it missing.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is a text of our own, in which nothing stands that anybody sent.
      dangerouslySetInnerHTML={{ __html: script }}
    />
  );
}
