/** How far below the top a channel's start position is, so that some earlier messages are visible. */
export const START_BELOW_PX = 56;

const script = `((start, scroller) => {
  if (start) scroller.scrollTop += start.getBoundingClientRect().top - scroller.getBoundingClientRect().top - ${START_BELOW_PX};
})(document.querySelector("[data-start]"), document.querySelector("[data-messages]"))`;

/** Scrolls a page's channel to its start position, if any, before the first paint. Rendered by the server: no script to load. */
export function StartScript({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      // Browsers hide nonces from scripts, so React would report a mismatch.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, without user input.
      dangerouslySetInnerHTML={{ __html: script }}
    />
  );
}
