ALTER TABLE "workspaces" ADD COLUMN "requires_two_step" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "authenticator_apps" (
  "user_id" BIGINT NOT NULL,
  "secret" BYTEA NOT NULL,
  "last_step" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "authenticator_apps_pkey" PRIMARY KEY ("user_id"),
  CONSTRAINT "authenticator_apps_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "recovery_codes" (
  "user_id" BIGINT NOT NULL,
  "hash" BYTEA NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id", "hash"),
  CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "passkeys" (
  "id" BIGINT NOT NULL DEFAULT parley_id(),
  "user_id" BIGINT NOT NULL,
  "credential_id" TEXT NOT NULL,
  "public_key" BYTEA NOT NULL,
  "counter" BIGINT NOT NULL,
  "transports" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  "domain" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "last_used_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys" ("credential_id");
CREATE INDEX "passkeys_user_id_idx" ON "passkeys" ("user_id");

CREATE TABLE "sign_in_steps" (
  "token_hash" BYTEA NOT NULL,
  "kind" TEXT NOT NULL,
  "user_id" BIGINT,
  "session_id" BIGINT,
  "password_hash" TEXT,
  "challenge" TEXT,
  "tries" INTEGER NOT NULL DEFAULT 0,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sign_in_steps_pkey" PRIMARY KEY ("token_hash"),
  CONSTRAINT "sign_in_steps_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "sign_in_steps_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "sign_in_steps_user_id_idx" ON "sign_in_steps" ("user_id");
CREATE INDEX "sign_in_steps_session_id_idx" ON "sign_in_steps" ("session_id");
CREATE INDEX "sign_in_steps_expires_at_idx" ON "sign_in_steps" ("expires_at");
