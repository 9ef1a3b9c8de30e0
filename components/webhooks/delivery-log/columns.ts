/** The columns of the log, under their headings where there is room; on a phone a delivery is a small stack. */
export const columns =
  "grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2.5 gap-y-1 px-4 lg:grid-cols-[7.5rem_6.25rem_minmax(0,1fr)_3.75rem_3.75rem]";
