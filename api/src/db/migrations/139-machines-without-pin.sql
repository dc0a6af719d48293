-- concurrently
-- The machines whose PIN is not known, in the order of the list: few of many, and read without the others.
create index concurrently machines_without_pin on machines (id) include (visible_org_ids, visible_location_ids)
  where pin_cipher is null;
