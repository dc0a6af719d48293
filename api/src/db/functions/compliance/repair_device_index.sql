create or replace function repair_device_index(histories int[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from device_index i where i.history_id = any (histories) order by i.history_id for update;
  delete from device_index i where i.history_id = any (histories) and not exists (select from device_history h where h.id = i.history_id);
  perform refresh_device_index(histories);
  insert into device_index select now.* from unnest(histories) h (id) cross join lateral device_index_of(h.id, h.id) now on conflict do nothing;
end $$;

revoke all on function repair_device_index(int[]) from public;
alter function repair_device_index(int[]) owner to airlog_definer;
grant execute on function repair_device_index(int[]) to airlog_jobs;
