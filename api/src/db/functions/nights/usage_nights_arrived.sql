create or replace function usage_nights_arrived() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform settle_nights(array_agg(a.machine_id), array_agg(a.usage_date), array_agg(a.patient_id) filter (where a.patient_id is not null)) from arrived a;
  return null;
end $$;

revoke all on function usage_nights_arrived() from public;
alter function usage_nights_arrived() owner to airlog_definer;
