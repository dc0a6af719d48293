import { take } from '../auth/counters.ts';
import { notes } from '../auth/limits.ts';
import { write } from '../db/write.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { findPatient } from '../patients/patients.service.ts';
import { connection, newestFirst, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import { refuseOlder } from '../shared/conflict.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { loadAll } from '../shared/load-all.ts';
import { rowId } from '../shared/node.ts';
import { validate } from '../shared/validate.ts';
import { findVisible } from '../shared/visible-row.ts';
import { PatientNote } from './patient-note.entity.ts';
import { notesOf } from './patient-notes.list.ts';
import { canChangeNote, canWriteNotes } from './patient-notes.policy.ts';
import { patientNoteChangeRules, patientNoteRules } from './patient-notes.rules.ts';
import type { PatientNoteVersion } from './patient-notes.types.ts';

/** Notes of a page, unless the caller names a number. */
export const NOTE_PAGE = 10;

/**
 * Returns a page of the notes of a patient that the viewer's organization may read, newest first. Throws NotFound for a
 * patient that the viewer may not see; refuses unknown columns, conditions, sizes and cursors.
 */
export async function listNotes(
  ctx: Context,
  patientId: number,
  args: ListArgs,
): Promise<ConnectionShape<PatientNote>> {
  const patient = await findPatient(ctx, patientId);
  return connection(ctx, notesOf(patient), newestFirst(args, NOTE_PAGE));
}

/** Returns the note if the viewer may read it; throws NotFound otherwise. */
const findNote = (ctx: Context, id: number): Promise<PatientNote> =>
  findVisible(ctx, PatientNote, { id }, { refresh: true });

/** Notifies the open pages of each organization that may read the note, and no other one. */
function publishNote(ctx: Context, { id, patientId, visibleOrgIds }: PatientNote): void {
  for (const orgId of visibleOrgIds) ctx.publish('patient-note.changed', { patientId, noteId: id, orgId });
}

/**
 * Returns the new note, signed by the viewer. Throws NotFound for a patient that the viewer may not see, Forbidden for a
 * viewer who may not write notes.
 */
export async function createNote(ctx: Context, patientId: number, raw: object): Promise<PatientNote> {
  const patient = await findPatient(ctx, patientId);
  authorize(canWriteNotes(ctx.viewer));
  const { text, isShared } = await validate(patientNoteRules, raw);
  await take(ctx, notes(ctx));
  const [row] = await ctx.em.execute<{ id: number }[]>(
    'insert into patient_notes (org_id, patient_id, text, is_shared) select org_id, id, ?, ? from patients where id = ? returning id',
    [text, isShared, patient.id],
  );
  const note = await findNote(ctx, row!.id);
  ctx.note({ note: note.id, shared: isShared });
  publishNote(ctx, note);
  return note;
}

/** Returns the note locked for a change: of two changes at the same time the second sees the version of the first. */
async function lockNote(ctx: Context, noteId: string): Promise<PatientNote> {
  const { id } = await findVisible(ctx, PatientNote, { id: rowId('PatientNote', noteId) });
  await ctx.em.execute('select from patient_notes where id = ? for update', [id]);
  const note = await findNote(ctx, id);
  authorize(canChangeNote(ctx.viewer, note));
  return note;
}

/**
 * Returns the note with its new text; the text before it stays readable as a version. Throws Forbidden for a note of
 * another author and for one that was removed; refuses a change of an older version than the present one.
 */
export async function updateNote(ctx: Context, noteId: string, raw: object): Promise<PatientNote> {
  const note = await lockNote(ctx, noteId);
  const { text } = await validate(patientNoteChangeRules, raw);
  refuseOlder(raw, { row: note, version: note.version, message: 'conflict.patient_note', patients: [note.patientId] });
  if (text === note.text) return note;
  await take(ctx, notes(ctx));
  return changed(ctx, note, { text });
}

/** Removes the note: its text is a version from then on. Throws Forbidden for a note of another author. */
export const removeNote = async (ctx: Context, noteId: string): Promise<PatientNote> =>
  changed(ctx, await lockNote(ctx, noteId), { removed_at: ctx.app.now() });

async function changed(ctx: Context, { id }: PatientNote, change: { text: string } | { removed_at: Date }) {
  await write(ctx.em).updateTable('patient_notes').set(change).where('id', '=', id).execute();
  const note = await findNote(ctx, id);
  ctx.note({ note: id, version: note.version });
  publishNote(ctx, note);
  return note;
}

/** Returns for each note the texts that it had before, newest first. For `ctx.loader`. */
export async function versionsOfNotes({ em }: Context, ids: readonly number[]): Promise<PatientNoteVersion[][]> {
  const rows = await em.execute<{ noteId: number; number: number; text: string; writtenAt: string }[]>(
    `select v.note_id as "noteId", v.number, v.text, v.written_at as "writtenAt" from patient_note_versions v
      where v.note_id = any (?) order by v.note_id, v.number desc`,
    [`{${ids.join(',')}}`],
  );
  const byNote = Map.groupBy(rows, ({ noteId }) => noteId);
  return ids.map((id) => (byNote.get(id) ?? []).map((row) => ({ ...row, writtenAt: new Date(row.writtenAt) })));
}

const named = async (ctx: Context, ids: readonly number[]): Promise<Organization[]> =>
  (await loadAll(ctx, organizationsById, ids)).filter((one) => one !== null);

/** Returns the other organizations that may read the note, as far as the viewer may see their names. */
export const readersOfNote = (ctx: Context, { noteOrgId, visibleOrgIds }: PatientNote): Promise<Organization[]> =>
  named(
    ctx,
    visibleOrgIds.filter((id) => id !== noteOrgId),
  );

/** Returns for each patient the organizations that see it now. For `ctx.loader`. */
async function organizationsOfPatients({ em }: Context, ids: readonly number[]): Promise<number[][]> {
  const rows = await em.execute<{ id: number; orgs: number[] }[]>(
    'select id, visible_org_ids as orgs from patients where id = any (?)',
    [`{${ids.join(',')}}`],
  );
  const byId = new Map(rows.map(({ id, orgs }) => [id, orgs]));
  return ids.map((id) => byId.get(id) ?? []);
}

/** Returns the organizations that would read a note that the viewer shares now, other than the viewer's. */
export const noteReadersOf = async (ctx: Context, { id }: Patient): Promise<Organization[]> =>
  named(
    ctx,
    (await ctx.loader(organizationsOfPatients).load(id)).filter((orgId) => orgId !== ctx.viewer.workOrgId),
  );
