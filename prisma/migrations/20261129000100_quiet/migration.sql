-- A message that notifies no one and isn't unread. Null like false, so that nothing is rewritten; an instance of the version before counts it.
ALTER TABLE "messages" ADD COLUMN "silent" BOOLEAN;

-- How many replies a storm gathered in the thread of this message. Null for most messages.
ALTER TABLE "messages" ADD COLUMN "gathered" INTEGER;

-- Webhooks of before keep their way until someone switches it on.
ALTER TABLE "webhooks" ADD COLUMN "one_line" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "gathers_all" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "one_line_offered_at" TIMESTAMPTZ(3);

-- Set if the request was skipped, and why: it then has no message, and `message_id` is 0.
ALTER TABLE "idempotency_keys" ADD COLUMN "skipped" TEXT;

-- What a tool reports on, such as a pull request, and the message that shows it.
CREATE TABLE "things" (
  "webhook_id" BIGINT NOT NULL REFERENCES "webhooks" ("id") ON DELETE CASCADE,
  "channel_id" BIGINT NOT NULL REFERENCES "channels" ("id") ON DELETE CASCADE,
  "key" TEXT NOT NULL,
  "message_id" BIGINT REFERENCES "messages" ("id") ON DELETE SET NULL,
  "registers" JSONB NOT NULL,
  "watches" TEXT,
  "incident_of" TEXT,
  "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("webhook_id", "channel_id", "key")
);
CREATE INDEX "things_message_id_idx" ON "things" ("message_id") WHERE "message_id" IS NOT NULL;
CREATE INDEX "things_watches_idx" ON "things" ("webhook_id", "channel_id", "watches") WHERE "watches" IS NOT NULL;
CREATE INDEX "things_changed_at_idx" ON "things" ("changed_at") WHERE "registers" <> '{}' OR "message_id" IS NULL;
CREATE INDEX "things_channel_id_idx" ON "things" ("channel_id");

-- What happens to a webhook's posts, the first rule that matches first.
CREATE TABLE "webhook_rules" (
  "id" BIGINT NOT NULL DEFAULT parley_id() PRIMARY KEY,
  "webhook_id" BIGINT NOT NULL REFERENCES "webhooks" ("id") ON DELETE CASCADE,
  "position" INTEGER NOT NULL,
  "conditions" JSONB NOT NULL,
  "action" TEXT NOT NULL,
  "severity" TEXT,
  "to_webhook_id" BIGINT REFERENCES "webhooks" ("id") ON DELETE SET NULL,
  "group_id" BIGINT REFERENCES "user_groups" ("id") ON DELETE SET NULL,
  "continues" BOOLEAN NOT NULL DEFAULT false,
  "created_by_id" BIGINT REFERENCES "users" ("id") ON DELETE SET NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);
CREATE INDEX "webhook_rules_webhook_id_position_idx" ON "webhook_rules" ("webhook_id", "position");
CREATE INDEX "webhook_rules_to_webhook_id_idx" ON "webhook_rules" ("to_webhook_id") WHERE "to_webhook_id" IS NOT NULL;
CREATE INDEX "webhook_rules_group_id_idx" ON "webhook_rules" ("group_id") WHERE "group_id" IS NOT NULL;
CREATE INDEX "webhook_rules_created_by_id_idx" ON "webhook_rules" ("created_by_id") WHERE "created_by_id" IS NOT NULL;

-- How often a webhook got each event on each day (UTC), for 30 days.
CREATE TABLE "webhook_events" (
  "webhook_id" BIGINT NOT NULL REFERENCES "webhooks" ("id") ON DELETE CASCADE,
  "event" TEXT NOT NULL,
  "day" DATE NOT NULL,
  "count" INTEGER NOT NULL,
  PRIMARY KEY ("webhook_id", "event", "day")
);
CREATE INDEX "webhook_events_day_idx" ON "webhook_events" ("day");

-- A webhook's storm: many new lines at once, which gather by cause until a quiet minute.
CREATE TABLE "storms" (
  "id" BIGINT NOT NULL DEFAULT parley_id() PRIMARY KEY,
  "webhook_id" BIGINT NOT NULL REFERENCES "webhooks" ("id") ON DELETE CASCADE,
  "channel_id" BIGINT NOT NULL REFERENCES "channels" ("id") ON DELETE CASCADE,
  "began_at" TIMESTAMPTZ(3) NOT NULL,
  "last_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX "storms_webhook_id_channel_id_key" ON "storms" ("webhook_id", "channel_id");
CREATE INDEX "storms_channel_id_idx" ON "storms" ("channel_id");
CREATE TABLE "storm_causes" (
  "storm_id" BIGINT NOT NULL REFERENCES "storms" ("id") ON DELETE CASCADE,
  "likeness" TEXT NOT NULL,
  "message_id" BIGINT NOT NULL REFERENCES "messages" ("id") ON DELETE CASCADE,
  PRIMARY KEY ("storm_id", "likeness")
);
CREATE INDEX "storm_causes_message_id_idx" ON "storm_causes" ("message_id");
