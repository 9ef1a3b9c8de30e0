-- Where a request came in: a webhook that moves leaves it behind.
ALTER TABLE "deliveries" ADD COLUMN "channel_id" BIGINT;
UPDATE "deliveries" d SET "channel_id" = coalesce(
    (SELECT m."channel_id" FROM "messages" m WHERE m."id" = d."message_id"),
    (SELECT w."channel_id" FROM "webhooks" w WHERE w."id" = d."webhook_id"));
ALTER TABLE "deliveries" ALTER COLUMN "channel_id" SET NOT NULL;
