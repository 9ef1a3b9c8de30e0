/** A move of a rule to an index. */
export type Move = { id: string; to: number };

const keyOf = (webhookId: string) => `parley.rule-moves.${webhookId}`;

/** Returns a webhook's moves in this tab that the server hasn't answered, which have the same result if they're sent again. */
export function rememberedMoves(webhookId: string): Move[] {
  try {
    // Only this file writes it.
    return JSON.parse(sessionStorage.getItem(keyOf(webhookId)) ?? "[]") as Move[];
  } catch {
    return [];
  }
}

/** Adds a move for as long as the tab is open. */
export function rememberMove(webhookId: string, move: Move): void {
  write(webhookId, [...rememberedMoves(webhookId), move]);
}

/** Removes the oldest such move. */
export function forgetMove(webhookId: string, { id, to }: Move): void {
  const moves = rememberedMoves(webhookId);
  const index = moves.findIndex((each) => each.id === id && each.to === to);
  if (index !== -1) write(webhookId, moves.toSpliced(index, 1));
}

function write(webhookId: string, moves: readonly Move[]): void {
  try {
    if (moves.length > 0) sessionStorage.setItem(keyOf(webhookId), JSON.stringify(moves));
    else sessionStorage.removeItem(keyOf(webhookId));
  } catch {
    // Browsers can refuse to store anything. Then a reload loses the move.
  }
}
