-- An assignment's days are those of the zone of the patient's organization, and both ends are included.
create or replace function in_days(at timestamptz, starts date, ends date, zone text) returns boolean language sql immutable parallel safe as $$
  select at >= starts::timestamp at time zone zone and (ends is null or at < (ends + 1)::timestamp at time zone zone)
$$;
