-- Support staff with the permission gives failed jobs of a queue one more attempt.
create or replace function run_jobs_again(queue_name text, job_id uuid) returns int language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not ctx_may('update.org') then perform refuse('Not permitted: update.org'); end if;
  return run_failed_jobs(queue_name, job_id);
end $$;

revoke all on function run_jobs_again(text, uuid) from public;
alter function run_jobs_again(text, uuid) owner to airlog_definer;
grant execute on function run_jobs_again(text, uuid) to airlog_support;
