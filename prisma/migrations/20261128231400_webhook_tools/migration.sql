-- Webhooks from before the tool was kept: the one whose request was accepted last, as far as the log goes back.
UPDATE webhooks w SET sender = used.dialect
FROM webhooks known CROSS JOIN LATERAL (
  SELECT d.dialect FROM deliveries d
  WHERE d.webhook_id = known.id AND d.status < 400 AND d.origin = 'sender'
  ORDER BY d.id DESC LIMIT 1
) used
WHERE w.id = known.id AND w.deleted_at IS NULL AND (w.sender IS NULL OR w.sender = 'parley') AND used.dialect <> 'parley';
