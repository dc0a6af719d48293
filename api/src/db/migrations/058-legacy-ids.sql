-- What an organization, a location and a patient have from the legacy system, and the rest of the documented columns
-- of a location. The grants and rules of writing them come with the operations that write them.

alter table organizations
  add column dme_id text,
  add column migrated_at timestamptz(3),
  add column migrated_by_org_id int,
  add column migrated_by_id int,
  add constraint organizations_dme_id_check check (length(dme_id) between 1 and 64),
  add constraint organizations_migrated_by_check check (migrated_by_id is null or migrated_by_org_id is not null),
  add foreign key (migrated_by_org_id, migrated_by_id) references users (org_id, id);
create unique index organizations_dme on organizations (dme_id) where dme_id is not null;
create index organizations_migrated_by on organizations (migrated_by_org_id, migrated_by_id) where migrated_by_id is not null;

alter table locations
  add column custom_id text,
  add column dme_id text,
  add column created_at timestamptz(3) not null default now(),
  add column closed_at timestamptz(3),
  add constraint locations_dme_id_check check (length(dme_id) between 1 and 64),
  add constraint locations_closed_check check (closed_at is null or not is_primary);
create unique index locations_dme on locations (dme_id) where dme_id is not null;

alter table patients add column legacy_id text,
  add constraint patients_legacy_id_check check (length(legacy_id) between 1 and 64);
create unique index patients_legacy on patients (legacy_id) where legacy_id is not null;
