import type pg from 'pg';
import { addDays, instant } from './calendar.ts';
import { ORG, ORGANIZATION_NAMES, STAFF } from './logins.ts';
import { TOUR } from './tour.ts';

interface DemoNote {
  patient: number;
  by: keyof typeof STAFF;
  /** Days before today. */
  ago: number;
  text: string;
  isShared?: boolean;
  /** The text before the change, which was made an hour later. */
  before?: string;
  isRemoved?: boolean;
}

/** Notes in each state: of the owner alone, shared by a partner, changed, removed, long and in several scripts. */
const NOTES: DemoNote[] = [
  {
    patient: TOUR.patientId,
    by: ORG.northside,
    ago: 20,
    text: 'Called about the mask: it leaks at the bridge of the nose since the new cushion. Sent size M.',
    before: 'Called about the mask: it leaks at the bridge of the nose since the new cushion. Sent size S.',
  },
  {
    patient: TOUR.patientId,
    by: ORG.lakeview,
    ago: 12,
    text: 'Residual events are fine. Please keep the pressure as it is until the visit in six weeks.\n\nPrefiere llamadas por la tarde. 📞',
    isShared: true,
  },
  {
    patient: TOUR.patientId,
    by: ORG.lakeview,
    ago: 11,
    text: 'For our own planning: book 40 minutes for the next visit.',
  },
  { patient: TOUR.patientId, by: ORG.northside, ago: 6, text: 'Written for another patient.', isRemoved: true },
  {
    patient: TOUR.patientId,
    by: ORG.northside,
    ago: 2,
    text: 'The new cushion fits. لا تسريب منذ ثلاثة أيام.',
    isShared: true,
  },
  {
    patient: TOUR.newPatientId,
    by: ORG.northside,
    ago: 1,
    text: 'Waits for the first device; prefers delivery in Albany.',
  },
];

const ROWS = `
  select n.*, p.org_id, p.visible_org_ids as seen from jsonb_to_recordset($1::jsonb) as n (id int, patient_id int, note_org_id int, author_id int,
    author_name text, author_org_name text, text text, before text, is_shared boolean, version int, created_at timestamptz, edited_at timestamptz, removed_at timestamptz)
    join patients p on p.id = n.patient_id and p.visible_org_ids @> array[n.note_org_id]`;

/** Writes the notes of the first patients. What triggers derive is in the rows. */
export async function writePatientNotes(client: pg.ClientBase, today: string): Promise<void> {
  const rows = NOTES.map(({ patient, by, ago, text, before, isShared = false, isRemoved = false }, index) => {
    const at = (seconds: number) => instant(addDays(today, -ago), seconds);
    return {
      id: index + 1,
      patient_id: patient,
      note_org_id: by,
      author_id: STAFF[by].id,
      author_name: STAFF[by].name,
      author_org_name: ORGANIZATION_NAMES[by],
      text,
      before: before ?? (isRemoved ? text : null),
      is_shared: isShared,
      version: before || isRemoved ? 2 : 1,
      created_at: at(54_000),
      edited_at: before ? at(57_600) : null,
      removed_at: isRemoved ? at(57_600) : null,
    };
  });
  const values = [JSON.stringify(rows)];
  await client.query(
    `insert into patient_notes (id, org_id, patient_id, note_org_id, author_org_id, author_id, author_name, author_org_name, text, is_shared, visible_org_ids,
       version, created_at, edited_at, removed_at)
     select id, org_id, patient_id, note_org_id, note_org_id, author_id, author_name, author_org_name, text, is_shared,
       case when is_shared then seen else array[note_org_id] end, version, created_at, edited_at, removed_at from (${ROWS}) n`,
    values,
  );
  await client.query(
    `insert into patient_note_versions (org_id, note_id, number, text, written_at)
     select org_id, id, 1, before, created_at from (${ROWS}) n where before is not null`,
    values,
  );
  await client.query(
    "select setval(pg_get_serial_sequence('patient_notes', 'id'), (select max(id) from patient_notes))",
  );
}
