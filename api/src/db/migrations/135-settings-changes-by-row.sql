-- With "offset 0" the patient of each record is looked up. Without it the planner reads every patient of the viewer for a
-- page of the list of settings changes (decisions/185).
alter policy child on settings_records
  using (exists (select from patients p where p.id = settings_records.patient_id offset 0));
alter policy acting on settings_records
  using (exists (select from patients p where p.id = settings_records.patient_id offset 0));
