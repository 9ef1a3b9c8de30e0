import type { Card, Cards } from "./card";
import { colors } from "./colors";
import { type Delivery, pageOf } from "./delivery";
import { capital } from "./phrases";

/** Branches and tags that are made or go. */
export const refCards: Cards = {
  create: ({ payload, place }) => {
    const card = refCard(payload, "created", colors.green);
    return card && { ...card, url: pageOf(place, "tree", payload.line("ref", 255)) };
  },
  delete: ({ payload }) => refCard(payload, "deleted", colors.red),
};

function refCard(payload: Delivery["payload"], what: string, color: number): Card | null {
  const ref = payload.line("ref", 255);
  return ref ? { headline: `${capital(payload.line("ref_type", 20) || "ref")} ${ref} ${what}`, color } : null;
}
