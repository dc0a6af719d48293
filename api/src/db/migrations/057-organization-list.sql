-- The list of organizations: filters by type and status, and the order by the time of creation, are read from indexes.

alter table organizations alter column created_at type timestamptz(3);
create index organizations_created on organizations (created_at, id);
create index organizations_type on organizations (type_id, name_key, id);
create index organizations_active on organizations (active, name_key, id);
