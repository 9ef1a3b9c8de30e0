-- Whether somebody is mailed what they missed, and when they signed out last: a session that has ended can't say any more when they were here.
ALTER TABLE "users"
    ADD COLUMN "mails_digest" BOOLEAN NOT NULL DEFAULT true,
    ADD COLUMN "signed_out_at" TIMESTAMPTZ(3);

-- The link by which somebody may set a new password: one for each person, so a new one takes the place of the one before.
CREATE TABLE "password_resets" (
    "user_id" BIGINT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "made_by_id" BIGINT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("user_id")
);

CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");

CREATE INDEX "password_resets_made_by_id_idx" ON "password_resets"("made_by_id");

ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_made_by_id_fkey" FOREIGN KEY ("made_by_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- How far somebody has been mailed what they missed.
CREATE TABLE "mail_digests" (
    "user_id" BIGINT NOT NULL,
    "absent_since" TIMESTAMPTZ(3),
    "up_to" BIGINT NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "try_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_digests_pkey" PRIMARY KEY ("user_id")
);

ALTER TABLE "mail_digests" ADD CONSTRAINT "mail_digests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
