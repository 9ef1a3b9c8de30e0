-- A webhook's own card as the form edits it. `yaml` stays beside it for a release, for instances of the version before.
ALTER TABLE "webhook_cards" ADD COLUMN "model" JSONB;
