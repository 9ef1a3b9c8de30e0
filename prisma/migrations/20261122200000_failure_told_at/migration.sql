-- When people were last told that the webhook had begun to fail: once an hour at most.
ALTER TABLE "webhooks" ADD COLUMN "failure_told_at" TIMESTAMPTZ(3);
