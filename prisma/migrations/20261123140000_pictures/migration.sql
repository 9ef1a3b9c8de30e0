-- Pictures that were uploaded for a person or a webhook. Their bytes lie with the files of messages, by the same hash.
CREATE TABLE "pictures" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "hash" BYTEA NOT NULL,
    "size" INTEGER NOT NULL,
    "user_id" BIGINT NOT NULL,
    "owner_id" BIGINT,
    "webhook_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pictures_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "pictures_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "pictures_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "pictures_hash_idx" ON "pictures"("hash");
CREATE INDEX "pictures_owner_id_idx" ON "pictures"("owner_id");
CREATE INDEX "pictures_webhook_id_idx" ON "pictures"("webhook_id");
-- What nobody has taken up yet: the few of a day.
CREATE INDEX "pictures_waiting_idx" ON "pictures"("created_at") WHERE "owner_id" IS NULL AND "webhook_id" IS NULL;

-- They are counted as attachments are (20261122050000_file_uses), by the same function.
CREATE TRIGGER "pictures_counted_in" AFTER INSERT ON "pictures" FOR EACH ROW EXECUTE FUNCTION parley_file_named();
CREATE TRIGGER "pictures_counted_out" AFTER DELETE ON "pictures" FOR EACH ROW EXECUTE FUNCTION parley_file_named();
