import type { FormAction } from "@/components/ui/forms/form-action";
import type { CardPreviewDto, CardTrialDto } from "@/lib/webhooks/dto";
import type { CardModel } from "@/lib/webhooks/interpret/own-cards/model";

/** What the page needs of the server. Each checks that the person may manage the webhook. */
export type CardActions = {
  previewCard: FormAction<CardPreviewDto>;
  tryCard: FormAction<CardTrialDto>;
  saveCard: FormAction<{ version: number }>;
  switchCard: FormAction;
  restoreCard: FormAction<{ version: number }>;
  importCard: FormAction<{ model: CardModel; remarks: string[] }>;
};
