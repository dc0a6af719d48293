-- concurrently
-- The list of nights of all patients is read in the order of their dates: the rows that it has, and no others (decisions/188).
create index concurrently usage_nights_listed on usage_nights (usage_date, id)
  where patient_id is not null and state = 1 and not overruled;
