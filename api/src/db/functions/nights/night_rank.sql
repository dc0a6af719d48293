-- Whether the first night counts and the other does not, of one patient, machine and date: the higher source, then the longer one, then the one recorded on
-- that date, then the one recorded earlier. The same order as in compliance-nights.ts.
create or replace function night_rank(source text, minutes int, usage_date date, night date, id bigint) returns bigint[] language sql immutable parallel safe
  return array[night_priority(source), -minutes, case when night = usage_date then 0 else 1 end, night - date '2000-01-01', id];

revoke all on function night_rank(text, int, date, date, bigint) from public;
grant execute on function night_rank(text, int, date, date, bigint) to airlog_definer;
