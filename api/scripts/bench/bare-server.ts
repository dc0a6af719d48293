import { createServer } from 'node:http';
import pg from 'pg';

/**
 * The baseline for the portal: the same rows under the same transaction and row-level security, with only `pg`, `http`
 * and hand-written SQL. No session, permissions, validation or GraphQL. Database, port and organization are arguments.
 */
const [url, port, orgId, userId] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 20 });

const SETTINGS = `select set_config('role', 'airlog_org', true), set_config('app.org_id', $1, true), set_config('app.user_id', $2, true), set_config('app.location_ids', '', true)`;

const DATATABLE = `
  select p.id, p.assigned_id, p.first_name, p.last_name, p.email, p.birth_date::text, p.sex, p.phone, p.mobile_phone, p.city, p.state, p.current_serial, p.dme_id,
         json_build_object('id', o.id, 'name', o.name) as provider, p.therapy_start::text, p.last_report::text, p.is_rules_active
    from patients p left join organizations o on o.id = p.dme_id order by p.id limit 50`;
const COUNT = 'select count(*)::int as total from patients';

const PATIENT = `
  select p.id, p.first_name, p.last_name, p.birth_date::text, p.sex, p.email, p.phone, p.therapy_start::text, o.name as organization, d.name as provider,
         c.first_name as clinician_first_name, c.last_name as clinician_last_name
    from patients p join organizations o on o.id = p.org_id left join organizations d on d.id = p.dme_id left join users c on c.id = p.clinician_id where p.id = $1`;
const DEVICES = `
  select h.id, h.start_date::text, h.end_date::text, h.has_pin, m.serial, m.guid, mm.name as model, mm.image,
         mo.serial as module_serial, mo.version, mo.type, mo.iccid,
         (select count(*)::int from settings_records s where s.history_id = h.id) as history_size
    from device_history h join machines m on m.id = h.machine_id join machine_models mm on mm.id = m.model_id left join modules mo on mo.machine_id = m.id
   where h.patient_id = $1 order by h.start_date desc`;
const RECORDS = `
  select s.id, s.history_id, s.status, s.values, s.is_edit, s.submitted_by_name, s.submitted_at, s.collected_at, s.source
    from settings_records s where s.patient_id = $1 and s.status in ('current', 'defaults', 'pending', 'failed')`;
const CONNECTIONS =
  'select distinct on (machine_id) machine_id, start_time, end_time, terminal_type from connections where patient_id = $1 order by machine_id, start_time desc';
const REPORTS = `
  select id, serial, collected::text, created_at, icode_period, compliant_days, best30, minutes, pressure, p95, ahi, sni, leak, saturated, submitted_by_name
    from icode_reports where patient_id = $1 order by created_at desc`;

async function read(queries: [string, unknown[]][]): Promise<unknown[][]> {
  const client = await pool.connect();
  try {
    await client.query('begin read only');
    await client.query(SETTINGS, [orgId, userId]);
    const answers: unknown[][] = [];
    for (const [text, values] of queries)
      answers.push((await client.query({ text, values, name: text.slice(0, 40) + text.length })).rows);
    await client.query('commit');
    return answers;
  } finally {
    client.release();
  }
}

function rowsAt(path: string): Promise<unknown[][]> {
  const patient = path.match(/^\/patient\/(\d+)/)?.[1];
  if (patient)
    return read([
      [PATIENT, [patient]],
      [DEVICES, [patient]],
      [RECORDS, [patient]],
      [CONNECTIONS, [patient]],
      [REPORTS, [patient]],
    ]);
  if (path !== '/datatable') return Promise.resolve([]);
  return read([
    [DATATABLE, []],
    [COUNT, []],
  ]);
}

createServer((request, response) => {
  rowsAt(request.url ?? '/').then(
    (rows) => response.setHeader('content-type', 'application/json').end(JSON.stringify(rows)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(port), '127.0.0.1');
