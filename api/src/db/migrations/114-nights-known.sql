-- concurrently
-- Compliance reads when a night arrived and from which device (decisions/131): with both in the index it reads no row of
-- the table. In the place of usage_nights_patient.
create index concurrently usage_nights_known on usage_nights (patient_id, usage_date)
  include (minutes, source, overruled, state, night, machine_id, arrived_at);
