-- The defaults are what older instances do, so they can run alongside.
CREATE TYPE "allowed_people" AS ENUM ('everyone', 'admins');

ALTER TABLE "workspaces"
    ADD COLUMN "logo_url" TEXT,
    ADD COLUMN "who_invites" "allowed_people" NOT NULL DEFAULT 'everyone',
    ADD COLUMN "who_creates_channels" "allowed_people" NOT NULL DEFAULT 'everyone',
    ADD COLUMN "default_channel_ids" BIGINT[] NOT NULL DEFAULT ARRAY[]::BIGINT[];

ALTER TABLE "pictures"
    ADD COLUMN "workspace_id" BIGINT,
    ADD CONSTRAINT "pictures_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "pictures_workspace_id_idx" ON "pictures"("workspace_id");
