-- One webhook's messages in a channel, or those of people alone (webhook_id IS NULL), page by page. It takes the place of the index on
-- webhook_id, which no query used: messages are always looked for in a channel.
CREATE INDEX "messages_channel_id_webhook_id_seq_idx" ON "messages"("channel_id", "webhook_id", "seq");

-- DropIndex
DROP INDEX "messages_webhook_id_idx";
