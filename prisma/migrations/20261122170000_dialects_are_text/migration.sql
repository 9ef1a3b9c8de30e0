-- Which ways of speaking there are is known by the code that speaks them, so that a new one needs no migration. The type stays for
-- instances of the version before, which still write while they are being replaced.
ALTER TABLE "deliveries" ALTER COLUMN "dialect" TYPE TEXT;
