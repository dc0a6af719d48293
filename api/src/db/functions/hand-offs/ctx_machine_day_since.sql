-- Since when a day of a machine has been one of the caller's organization; null for a day of another organization.
create or replace function ctx_machine_day_since(machine int, day date) returns timestamptz language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select max(h.ended_at) from hand_offs h
                    where h.machine_id = machine and h.side = 'asker' and h.state = 'accepted' and h.starts_on <= day), '-infinity')
   where day <@ ctx_machine_days(machine)
$$;

revoke all on function ctx_machine_day_since(int, date) from public;
alter function ctx_machine_day_since(int, date) owner to airlog_definer;
grant execute on function ctx_machine_day_since(int, date) to airlog_org, airlog_support;
