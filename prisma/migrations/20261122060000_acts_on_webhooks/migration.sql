-- Who sent a webhook's message by hand: a test, a delivery sent again, something written in the embed builder.
ALTER TYPE "delivery_origin" ADD VALUE 'composed';
ALTER TABLE "messages" ADD COLUMN "sent_by_id" BIGINT;
ALTER TABLE "deliveries" ADD COLUMN "sent_by_id" BIGINT;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_sent_by_id_fkey" FOREIGN KEY ("sent_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_sent_by_id_fkey" FOREIGN KEY ("sent_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_sent_by_id_fkey";
ALTER TABLE "deliveries" VALIDATE CONSTRAINT "deliveries_sent_by_id_fkey";
-- What else would be searched for whoever is deleted. Next to no message has one.
CREATE INDEX "messages_sent_by_id_idx" ON "messages" ("sent_by_id") WHERE "sent_by_id" IS NOT NULL;
CREATE INDEX "deliveries_sent_by_id_idx" ON "deliveries" ("sent_by_id") WHERE "sent_by_id" IS NOT NULL;

-- A request is known again by its key, by its signature, or by both: one row, so that neither is noted without the other.
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_pkey";
ALTER TABLE "idempotency_keys"
    ADD COLUMN "id" BIGINT NOT NULL DEFAULT parley_id(),
    ADD COLUMN "signature" BYTEA,
    ALTER COLUMN "key" DROP NOT NULL,
    ADD CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("id");
CREATE UNIQUE INDEX "idempotency_keys_webhook_id_key_key" ON "idempotency_keys" ("webhook_id", "key");
CREATE UNIQUE INDEX "idempotency_keys_webhook_id_signature_key" ON "idempotency_keys" ("webhook_id", "signature") WHERE "signature" IS NOT NULL;

-- A line of the audit log that waits for somebody whom it concerns.
CREATE TABLE "notices" (
    "user_id" BIGINT NOT NULL,
    "audit_entry_id" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("user_id", "audit_entry_id")
);
CREATE INDEX "notices_audit_entry_id_idx" ON "notices" ("audit_entry_id");
CREATE INDEX "notices_unseen_idx" ON "notices" ("user_id") WHERE "seen_at" IS NULL;
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_audit_entry_id_fkey" FOREIGN KEY ("audit_entry_id") REFERENCES "audit_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;
