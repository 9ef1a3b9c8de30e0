-- Whether a webhook's plain URL takes whatever a tool posts, and not only Parley's own JSON.
ALTER TABLE "webhooks" ADD COLUMN "takes_any_json" BOOLEAN NOT NULL DEFAULT false;
