-- Sets the record number of the machine's newest valid wireless night to 0, so that the counter of the device may start again.
create or replace function reset_record_no(machine int, wanted bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform claim_nights(machine, 'wireless', array[wanted]);
  if wanted <> (select n.id from usage_nights n where n.machine_id = machine and n.source = 'wireless' and n.state = 1
                 order by n.arrived_at desc, n.id desc limit 1) then
    raise exception 'Another night is newer.' using errcode = 'check_violation', constraint = 'usage_record_not_newest';
  end if;
  update usage_nights n set record_no = 0 where n.id = wanted;
end $$;

revoke all on function reset_record_no(int, bigint) from public;
alter function reset_record_no(int, bigint) owner to airlog_definer;
grant execute on function reset_record_no(int, bigint) to airlog_org, airlog_support;
