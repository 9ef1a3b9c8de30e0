-- The tool that was chosen for a webhook: the end of the URL that its tool has.
ALTER TABLE webhooks ADD COLUMN sender text;
