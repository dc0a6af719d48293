-- Adds the first key, or with `rotates` one in place of the key in use, and returns the key in use afterwards: of two nodes at once, the key of one.
-- A report has the time at which its transaction began. Ten minutes on both sides: one that began before may end after.
create or replace function add_report_key(new_key bytea, new_cipher text, rotates boolean) returns table (key_id text, cipher text) language plpgsql as $$
begin
  if rotates then
    update report_keys set valid_until = now() + interval '10 minutes', private_cipher = null where valid_until is null;
  end if;
  insert into report_keys (public_key, private_cipher, valid_from) values (new_key, new_cipher, now() - interval '10 minutes')
    on conflict do nothing;
  return query select k.id, k.private_cipher from report_keys k where k.valid_until is null;
end $$;

revoke all on function add_report_key(bytea, text, boolean) from public;
grant execute on function add_report_key(bytea, text, boolean) to airlog_jobs;
