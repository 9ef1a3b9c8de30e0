ALTER TABLE "sign_in_steps" ADD COLUMN "network" TEXT;
