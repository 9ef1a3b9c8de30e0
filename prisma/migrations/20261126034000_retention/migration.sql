-- How many days messages are kept. For the workspace, null keeps them forever. For a channel, null follows the workspace and 0 keeps
-- them forever.
ALTER TABLE "workspaces" ADD COLUMN "retention_days" INTEGER CHECK ("retention_days" > 0);

-- Open pages drop messages up to the channel's expired_seq, which retention has deleted.
ALTER TABLE "channels"
  ADD COLUMN "retention_days" INTEGER CHECK ("retention_days" >= 0),
  ADD COLUMN "expired_seq" BIGINT NOT NULL DEFAULT 0;
