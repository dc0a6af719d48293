-- oldest: 1
-- usage_nights_known answers what it answered.
drop index usage_nights_patient;
