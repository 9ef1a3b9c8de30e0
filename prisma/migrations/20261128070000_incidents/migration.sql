-- CreateEnum
CREATE TYPE "incident_severity" AS ENUM ('warning', 'danger');

-- AlterTable
ALTER TABLE "users" ADD COLUMN "counts_incidents" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "incidents" (
    "message_id" BIGINT NOT NULL,
    "channel_id" BIGINT NOT NULL,
    "webhook_id" BIGINT NOT NULL,
    "severity" "incident_severity" NOT NULL,
    "tool" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reopened_at" TIMESTAMPTZ(3),
    "active_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "acknowledged_by_id" BIGINT,
    "acknowledged_at" TIMESTAMPTZ(3),
    "assigned_to_id" BIGINT,

    CONSTRAINT "incidents_pkey" PRIMARY KEY ("message_id")
);

-- CreateTable
CREATE TABLE "incident_acts" (
    "id" BIGINT NOT NULL DEFAULT parley_id(),
    "message_id" BIGINT NOT NULL,
    "user_id" BIGINT,
    "kind" TEXT NOT NULL,
    "to_user_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "incident_acts_pkey" PRIMARY KEY ("id")
);

-- The open ones, in the order in which they're listed
CREATE INDEX "incidents_open_idx" ON "incidents"("severity" DESC, "opened_at" DESC, "message_id" DESC) WHERE "closed_at" IS NULL;

-- CreateIndex
CREATE INDEX "incidents_channel_id_idx" ON "incidents"("channel_id");

-- CreateIndex
CREATE INDEX "incidents_webhook_id_idx" ON "incidents"("webhook_id");

-- CreateIndex
CREATE INDEX "incident_acts_message_id_id_idx" ON "incident_acts"("message_id", "id");

-- AddForeignKey
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_acknowledged_by_id_fkey" FOREIGN KEY ("acknowledged_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_assigned_to_id_fkey" FOREIGN KEY ("assigned_to_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_acts" ADD CONSTRAINT "incident_acts_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "incidents"("message_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_acts" ADD CONSTRAINT "incident_acts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_acts" ADD CONSTRAINT "incident_acts_to_user_id_fkey" FOREIGN KEY ("to_user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
