-- A deleted channel is also private, archived and without members, so older instances don't show it either.
ALTER TABLE "channels"
    ADD COLUMN "deleted_at" TIMESTAMPTZ(3),
    ADD COLUMN "emptied_at" TIMESTAMPTZ(3);
