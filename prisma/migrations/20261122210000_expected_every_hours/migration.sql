-- Within how many hours a webhook is expected to post, if it is, counted from its last post or from this moment, whichever is later.
-- And since when it had posted nothing when people were last told of that.
ALTER TABLE "webhooks"
    ADD COLUMN "expected_every_hours" INTEGER,
    ADD COLUMN "expected_since" TIMESTAMPTZ(3),
    ADD COLUMN "silent_since" TIMESTAMPTZ(3),
    ADD CONSTRAINT "webhooks_expected_every_hours_check" CHECK ("expected_every_hours" BETWEEN 1 AND 720);
