const MOST_ROWS = 500;
const MOST_CHARACTERS = 512 * 1024;

/**
 * The rows in portions, each of which a statement can hold: masking and putting a larger one into words would keep the process
 * from everything else.
 */
export function* portions<R extends { payload: { body: { length: number } } | null }>(
  rows: readonly R[],
): Generator<R[]> {
  let portion: R[] = [];
  let characters = 0;
  for (const row of rows) {
    portion.push(row);
    characters += row.payload?.body.length ?? 0;
    if (portion.length < MOST_ROWS && characters < MOST_CHARACTERS) continue;
    yield portion;
    portion = [];
    characters = 0;
  }
  if (portion.length > 0) yield portion;
}
