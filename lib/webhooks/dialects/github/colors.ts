/** What a card's colour says, whatever the event. */
export const colors = {
  /** Opened, succeeded, approved. */
  green: 0x1a7f37,
  /** Failed, closed without being merged, deleted. */
  red: 0xcf222e,
  /** Merged, completed. */
  purple: 0x8250df,
  /** Needs somebody's eyes. */
  amber: 0xbf8700,
  /** New, and neither good nor bad. */
  blue: 0x0969da,
  /** Drafts, cancelled and skipped things, small changes. */
  grey: 0x6e7781,
} as const;
