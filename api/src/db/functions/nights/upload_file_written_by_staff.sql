create or replace function upload_file_written_by_staff() returns trigger language plpgsql as $$
begin
  if is_staff() and new.state <> 'queued' then perform refuse('The job reads a file.'); end if;
  return new;
end $$;
