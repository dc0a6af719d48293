-- What the gateway must remember to stay right when a device says something twice, late, or by a wrong clock.
-- The device's answer to a change, as it came: the same again is the same answer, and another one is not believed.
alter table settings_records add answer jsonb check (jsonb_typeof(answer) = 'object');
grant update (answer) on settings_records to airlog_device;

-- Our clock minus the device's when it opened the session. Sessions without it were not opened at the gateway.
alter table connections add clock_drift_seconds bigint;
create index connections_left_open on connections (machine_id) where end_time is null and clock_drift_seconds is not null;

-- Sessions that no device ends are ended by the queue's work.
create policy jobs on connections to airlog_jobs using (true) with check (true);
grant select, update (end_time, exit_flag) on connections to airlog_jobs;
