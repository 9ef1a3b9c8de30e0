-- What the audit log can be sorted by, besides the time. Equal entries are sorted from the newest.
CREATE INDEX CONCURRENTLY "audit_entries_who_idx" ON "audit_entries" ((lower(coalesce("actor_name", '')) COLLATE "C"), (-"id"));
CREATE INDEX CONCURRENTLY "audit_entries_what_idx" ON "audit_entries" (("action" COLLATE "C"), (-"id"));
CREATE INDEX CONCURRENTLY "audit_entries_network_idx" ON "audit_entries" ((coalesce("network", '') COLLATE "C"), (-"id"));
