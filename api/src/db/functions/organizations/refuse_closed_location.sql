-- The lock: of a patient that is placed while the location is closed, the later one sees the other.
create or replace function refuse_closed_location() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.location_id is null then return new; end if;
  if tg_op = 'UPDATE' and new.location_id is not distinct from old.location_id then return new; end if;
  perform from locations l where l.id = new.location_id and l.org_id = new.org_id for share;
  if exists (select from locations l where l.id = new.location_id and l.closed_at is not null) then
    raise exception 'The location is closed.' using errcode = 'check_violation', constraint = 'location_is_open';
  end if;
  return new;
end $$;

revoke all on function refuse_closed_location() from public;
alter function refuse_closed_location() owner to airlog_definer;
