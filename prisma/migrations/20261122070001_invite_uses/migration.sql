-- An invite lets so many people in. Null, which links made before have, is any number.
ALTER TABLE "invites" ADD COLUMN "max_uses" INTEGER;
