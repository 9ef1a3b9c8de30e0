-- Checking for each message that its channel and its webhook are there took a third of the time of the statement that posts, which holds
-- both rows locked anyway. What these two foreign keys did when a channel or a webhook is deleted, triggers of those do now: whoever deletes
-- a row waits for who has it locked, and who waits for its lock then finds it gone. (Statements are split at semicolons here, so
-- those of the functions are written as \x3b.)

CREATE FUNCTION parley_delete_channel_messages() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN DELETE FROM messages WHERE channel_id = OLD.id\x3b RETURN NULL\x3b END';

CREATE FUNCTION parley_forget_webhook_of_messages() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN UPDATE messages SET webhook_id = NULL WHERE webhook_id = OLD.id\x3b RETURN NULL\x3b END';

CREATE TRIGGER messages_of_channel AFTER DELETE ON "channels" FOR EACH ROW EXECUTE FUNCTION parley_delete_channel_messages();

CREATE TRIGGER messages_of_webhook AFTER DELETE ON "webhooks" FOR EACH ROW EXECUTE FUNCTION parley_forget_webhook_of_messages();

ALTER TABLE "messages" DROP CONSTRAINT "messages_channel_id_fkey", DROP CONSTRAINT "messages_webhook_id_fkey";
