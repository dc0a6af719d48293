-- What staff may write. A new upload has had no turn.
create or replace function upload_written_by_staff() returns trigger language plpgsql as $$
begin
  if not is_staff() then return coalesce(new, old); end if;
  if not ctx_may('upload.device.usage') then perform refuse('Not permitted: upload.device.usage'); end if;
  if tg_op = 'DELETE' then
    if old.state <> 'to_confirm' then perform refuse('Only an upload that waits for a confirmation is discarded.'); end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and old.state in ('queued', 'parsing') then
    -- The same files were sent without a preview while they were read.
    if new.state <> old.state or (new.user_org_id, new.user_id) is distinct from (old.user_org_id, old.user_id) or not old.preview or new.preview then
      perform refuse('An upload that is read is changed only to have no preview.');
    end if;
    return new;
  end if;
  if (new.user_org_id, new.user_id) is distinct from (ctx_org(), ctx_user()) then perform refuse('An upload names the user who sent it.'); end if;
  if tg_op = 'INSERT' then
    new.is_limited := current_user = 'airlog_limited';
    new.turn := null;
    new.read_by := null;
  elsif old.state not in ('refused', 'to_confirm') then
    perform refuse('Only a refused upload is read again, and only one that waits is confirmed.');
  end if;
  if new.state <> 'queued' then perform refuse('The job reads an upload.'); end if;
  if new.machine_id is not null and not exists (select from machines m where m.id = new.machine_id) then
    perform refuse('The device of an upload is one that the user sees.');
  end if;
  return new;
end $$;
