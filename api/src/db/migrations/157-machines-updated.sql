-- concurrently
-- The devices of a search by the time of their last change (decisions/192).
create index concurrently machines_updated on machines (updated_at, id) include (visible_org_ids, visible_location_ids);
