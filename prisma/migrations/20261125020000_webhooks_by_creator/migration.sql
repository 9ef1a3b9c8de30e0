-- There are as many rows as webhooks: it is made in an instant.
CREATE INDEX "webhooks_created_by_id_idx" ON "webhooks" ("created_by_id");
