-- An upload may be sent for a preview: its nights are written after a user has confirmed them (decisions/079).

alter table uploads
  add column preview boolean not null default false, -- stop before nights are written
  -- Digest of the changes that the user has seen and confirmed; null: whatever they are.
  add column confirmed text check (confirmed ~ '^[0-9a-f]{64}$'),
  drop constraint uploads_state_check,
  add constraint uploads_state_check check (state in ('queued', 'parsing', 'to_confirm', 'parsed', 'partly', 'refused'));
grant update (preview, confirmed), delete on uploads to airlog_org, airlog_support;
grant update (preview, confirmed), delete on uploads to airlog_jobs;
create index uploads_to_confirm on uploads (created_at) where state = 'to_confirm';

-- What was read from the files while the upload waits: what is confirmed is what was read. It may have nights of patients
-- that the sender does not see, so only the job reads it.
create table upload_readings (
  org_id int not null,
  upload_id int primary key,
  reading jsonb not null check (jsonb_typeof(reading) = 'object'),
  foreign key (org_id, upload_id) references uploads (org_id, id) on delete cascade
);
create index upload_readings_upload on upload_readings (org_id, upload_id);
alter table upload_readings enable row level security, force row level security;
create policy jobs on upload_readings to airlog_jobs using (true) with check (true);
grant select, insert, delete on upload_readings to airlog_jobs;

-- ---- What staff may write

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
  elsif old.state not in ('refused', 'to_confirm') then
    perform refuse('Only a refused upload is read again, and only one that waits is confirmed.');
  end if;
  if new.state <> 'queued' then perform refuse('The job reads an upload.'); end if;
  if new.machine_id is not null and not exists (select from machines m where m.id = new.machine_id) then
    perform refuse('The device of an upload is one that the user sees.');
  end if;
  return new;
end $$;
drop trigger uploads_written_by_staff on uploads;
create trigger uploads_written_by_staff before insert or update or delete on uploads for each row execute function upload_written_by_staff();
