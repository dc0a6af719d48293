-- The jobs of each queue by their states. No login that serves requests may take the queue's role, so a function with that role's rights reads them
-- (decisions/029). `later`: of a time that has not come.
create or replace function queue_states() returns table (queue text, waiting int, later int, active int, failed int, waiting_since timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select q.name, (count(*) filter (where j.state < 'active' and j.start_after <= now()))::int, (count(*) filter (where j.state < 'active' and j.start_after > now()))::int,
           (count(*) filter (where j.state = 'active'))::int, (count(*) filter (where j.state = 'failed'))::int,
           min(j.start_after) filter (where j.state < 'active' and j.start_after <= now())
      from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state <> 'completed'
     where q.name not like '\_\_%' group by q.name order by q.name;
end $$;

revoke all on function queue_states() from public;
alter function queue_states() owner to airlog_jobs;
grant execute on function queue_states() to airlog_support;
