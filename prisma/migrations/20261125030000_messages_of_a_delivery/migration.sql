-- The messages of a request beside the one in "message_id", where there are several: with any of them the payload goes.
ALTER TABLE "deliveries" ADD COLUMN "more_message_ids" BIGINT[];
