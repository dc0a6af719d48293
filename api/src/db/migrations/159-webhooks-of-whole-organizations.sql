-- Webhooks are of a whole organization, as its settings and its changes: a user of locations or groups has none (decisions/190).
create policy whole on webhook_endpoints as restrictive to airlog_limited using (false);
create policy whole on webhook_secrets as restrictive to airlog_limited using (false);
create policy whole on webhook_deliveries as restrictive to airlog_limited using (false);
