-- How a webhook's requests are signed. Those that are there already keep null: nobody has chosen yet.
ALTER TABLE "webhooks" ADD COLUMN "signature_scheme" TEXT;
