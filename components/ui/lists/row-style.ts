/** The look of a row's link or button: as low as a list of many can be, and as high as a finger needs. */
export const rowStyle =
  "flex min-h-7 items-center gap-2 rounded-md px-2.5 text-sm -outline-offset-2 pointer-coarse:min-h-11";
