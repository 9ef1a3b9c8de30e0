-- Incidents that were quiet for a week have lapsed, but weren't closed. A job marks them, so that counting the open ones doesn't
-- read all that ever lapsed.
ALTER TABLE "incidents" ADD COLUMN "lapsed" BOOLEAN NOT NULL DEFAULT false;

-- Whatever posts to one or acts on it, also in an instance of the version before.
CREATE FUNCTION parley_incident_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.lapsed := false;
  RETURN NEW;
END
$$;

CREATE TRIGGER "incidents_go_on" BEFORE UPDATE OF "active_at" ON "incidents" FOR EACH ROW WHEN (OLD."lapsed")
  EXECUTE FUNCTION parley_incident_goes_on();
