import { z } from "zod";

// Fields of other tools' formats, which are read as missing if they aren't what they should be.

export const optionalText = z.string().catch("");
export const flag = z.boolean().catch(false);
/** Seconds since 1970. Older exports have digits. */
export const seconds = z.coerce.number().min(0).max(1e10).catch(0);

/** A list without those of its items that aren't what they should be. */
export function listOf<S extends z.ZodType>(item: S) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((all) =>
      all.flatMap((each): z.output<S>[] => {
        const read = item.safeParse(each);
        return read.success ? [read.data] : [];
      }),
    );
}
