-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN "failing" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "outcome_at" TIMESTAMPTZ(6);

-- What a webhook's latest request says, 403 and 404 aside, and where the log has none, what its two times say.
UPDATE "webhooks" SET "failing" = true
WHERE "last_error_at" IS NOT NULL AND ("last_used_at" IS NULL OR "last_error_at" > "last_used_at");
UPDATE "webhooks" w SET "failing" = d."status" >= 400, "outcome_at" = d."created_at"
FROM (
    SELECT DISTINCT ON ("webhook_id") "webhook_id", "created_at", "status" FROM "deliveries"
    WHERE "status" NOT IN (403, 404) ORDER BY "webhook_id", "id" DESC
) d WHERE d."webhook_id" = w."id";

-- Failures and successes are listed, counted and deleted apart from each other.
CREATE INDEX "deliveries_failures_idx" ON "deliveries" ("webhook_id", "id") WHERE "status" >= 400;
CREATE INDEX "deliveries_successes_idx" ON "deliveries" ("webhook_id", "id") WHERE "status" < 400;
-- The failures that are too old, over all webhooks.
CREATE INDEX "deliveries_old_failures_idx" ON "deliveries" ("created_at") WHERE "status" >= 400;
