/** The columns of the log, under their headings where there is room; on a phone a delivery is a small stack. */
export const columns =
  "grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2.5 gap-y-1 px-4 md:grid-cols-[6.5rem_4.75rem_minmax(0,1fr)_3.25rem_3.5rem] md:px-3 lg:grid-cols-[8rem_6.5rem_minmax(0,1fr)_5rem_5rem] lg:px-4";
