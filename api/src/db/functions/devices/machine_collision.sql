-- Whether a range of a machine collides with any assignment, visible to the caller or not. It returns a code and nothing of the other assignment. It answers
-- only for a machine that the caller sees (dates of any other machine are another organization's), and only of the own days, also for support staff in an
-- organization: a former holder does not learn when others have the machine.
create or replace function machine_collision(machine int, starts date, ends date, ignored int) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select case when bool_or(h.end_date is null) then 'device-already-connected' when count(*) > 0 then 'device-start-date-overlaps' end
    from device_history h join machines m on m.id = h.machine_id
   where h.machine_id = machine and h.id is distinct from ignored
     and daterange(h.start_date, h.end_date, '[)') && daterange(starts, ends, '[)')
     -- The caller's role: current_user is the function's owner here.
     and case current_setting('role')
           when 'airlog_org' then m.visible_org_ids @> array[ctx_org()]
           when 'airlog_limited' then m.visible_org_ids @> array[ctx_org()] and m.visible_location_ids && ctx_locations()
           when 'airlog_acting' then m.visible_org_ids @> array[ctx_acting()]
           else true
         end
     and case when m.handed_over
           then datemultirange(daterange(h.start_date, h.end_date, '[)')) && (datemultirange(daterange(starts, ends, '[)')) * ctx_machine_days(m.id)) else true end
$$;

revoke all on function machine_collision(int, date, date, int) from public;
alter function machine_collision(int, date, date, int) owner to airlog_definer;
grant execute on function machine_collision(int, date, date, int) to airlog_org, airlog_support;
