/** The SQL that a careful developer writes by hand for the measured requests. */

export const SESSION = `
  select s.stage, u.id as user_id, u.org_id, u.locale, o.timezone,
         coalesce((select array_agg(distinct p.permission) from user_roles ur join role_permissions p on p.role_id = ur.role_id where ur.user_id = u.id), '{}') as permissions
    from sessions s join users u on u.id = s.user_id join organizations o on o.id = u.org_id
   where s.id_hash = $1 and u.active and o.active
     and s.last_seen_at > now() - interval '30 minutes' and s.created_at > now() - interval '12 hours'`;

export const SETTINGS = `select set_config('role', 'airlog_org', true), set_config('app.org_id', $1, true), set_config('app.user_id', $2, true), set_config('app.location_ids', '', true)`;

/** The portal's counter: a count of all patients would cost more than the rest of a list. */
export const COUNT = `
  select coalesce(sum(rows), 0)::int as total from list_counts
   where list = 'patients' and org_id = current_setting('app.org_id')::int`;

export const LIST = `
  select p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.birth_date::text as "birthDate", p.phone,
         p.current_serial as "currentSerial", p.therapy_start::text as "therapyStart", p.last_report::text as "lastReport",
         p.is_rules_active as "isRulesActive", p.org_id, p.dme_id
    from patients p order by p.id limit 51`;
export const ORGANIZATIONS = 'select id, name from organizations where id = any ($1::int[])';
export const DEVICES_OF_PATIENTS = `
  select h.id, h.patient_id, m.serial, mm.name as model, h.start_date::text as "startDate", h.end_date::text as "endDate"
    from device_history h join machines m on m.id = h.machine_id join machine_models mm on mm.id = m.model_id
   where h.patient_id = any ($1::int[]) order by h.start_date desc, h.id desc`;

/** Today in the zone of the viewer's organization. */
const TODAY = '(select (now() at time zone o.timezone)::date from organizations o where o.id = ctx_org())';
/** With the states that triggers keep of a patient and of the active device. */
export const DATATABLE = `
  select p.id, p.assigned_id, p.first_name, p.last_name, p.email, p.birth_date::text, p.sex, p.phone, p.mobile_phone, p.city, p.state, p.current_serial, p.dme_id, p.version,
         case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as provider,
         p.therapy_start::text, p.last_report::text, p.is_rules_active, s.settings_state, s.last_session_at as last_connection,
         case when p.therapy_start is null then 'no_therapy_start' when p.compliance_met_on <= ${TODAY} then 'met'
              when p.compliance_closes_on <= ${TODAY} then 'not_met' when p.compliance_cannot_be_met_on <= ${TODAY} then 'cannot_be_met'
              when p.compliance_at_risk_on <= ${TODAY} then 'at_risk'
              when p.compliance_closes_on is not null then 'in_progress' end as compliance
    from patients p left join organizations o on o.id = p.dme_id
    left join device_states s on s.patient_id = p.id and s.active_since is not null order by p.id limit 50`;

/** The nights of a patient in a range, for a patient that row-level security shows. */
export const NIGHTS = `
  select n.id::text as "databaseId", n.usage_date::text as date, n.night::text as "recordedDate", n.minutes, upper(n.source) as source,
         not n.overruled and n.state = 1 as effective, n.usage_date <> n.night as corrected, n.state, n.sessions, n.ahi::float8 as ahi,
         n.pressure::float8 as pressure, n.p95::float8 as p95, n.leak::float8 as leak, n.sni::float8 as sni
    from patients p join usage_nights n on n.patient_id = p.id and n.usage_date between $2 and $3
   where p.id = $1 order by n.usage_date, n.id`;

/** The statements of a patient page, each with the patient's id as its only value. */
export const PATIENT_PAGE = [
  `select p.id, p.first_name, p.last_name, p.birth_date::text, p.sex, p.therapy_start::text, d.id as provider_id, d.name as provider,
          c.id as clinician_id, c.first_name as clinician_first_name, c.last_name as clinician_last_name,
          o.physician_can_add_missing_pin, o.disallow_external_device_edit
     from patients p join organizations o on o.id = p.org_id left join organizations d on d.id = p.dme_id left join users c on c.id = p.clinician_id where p.id = $1`,
  `select h.id, h.start_date::text, h.end_date::text, h.has_pin, m.serial, m.guid, mm.name as model, mm.image,
          mo.serial as module_serial, mo.version, mo.type, mo.iccid,
          (select count(*)::int from settings_records s where s.history_id = h.id) as history_size
     from device_history h join machines m on m.id = h.machine_id join machine_models mm on mm.id = m.model_id left join modules mo on mo.machine_id = m.id
    where h.patient_id = $1 order by h.start_date desc`,
  `select s.id, s.history_id, s.status, s.values, s.is_edit, s.submitted_by_name, s.submitted_at, s.collected_at, s.source
     from settings_records s where s.patient_id = $1 and s.status in ('current', 'defaults', 'pending', 'failed')`,
  `select distinct on (machine_id) machine_id, start_time, end_time, terminal_type from connections where patient_id = $1 order by machine_id, start_time desc`,
  `select n.usage_date::text as night, n.minutes, n.source, n.overruled from patients p
     join usage_nights n on n.patient_id = p.id and n.usage_date >= p.therapy_start and n.usage_date < p.therapy_start + 90 and n.state = 1 where p.id = $1`,
  `select rule_version, therapy_start::text, met_on::text, at_risk_on::text, cannot_be_met_on::text, closes_on::text from compliance_results where patient_id = $1`,
];
