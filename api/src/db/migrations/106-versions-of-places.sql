-- Locations and groups are changed with the version that was read, as every other row (decisions/146).

alter table locations add column version int not null default 1;
alter table org_groups add column version int not null default 1;

create trigger locations_version before update on locations for each row
  when ((old.name, old.address1, old.address2, old.city, old.state, old.zip, old.country, old.phone, old.custom_id)
    is distinct from (new.name, new.address1, new.address2, new.city, new.state, new.zip, new.country, new.phone, new.custom_id))
  execute function row_version();
create trigger org_groups_version before update on org_groups for each row
  when (old.name is distinct from new.name) execute function row_version();

-- The locations of a group are a part of what its form edits.
create trigger org_group_locations_version after insert or delete on org_group_locations for each row execute function count_group_change();

-- close_location moves them.
create policy definer_update on org_groups for update to airlog_definer using (true);
grant update (version) on org_groups to airlog_org, airlog_support, airlog_definer;
