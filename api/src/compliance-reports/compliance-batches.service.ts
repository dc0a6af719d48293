import { take } from '../auth/counters.ts';
import { canExportPatients, exportRefusal } from '../auth/export.policy.ts';
import { filesOfLists } from '../auth/limits.ts';
import { complianceBy, ruleAndDate, type ComplianceAsked } from '../compliance/compliance.service.ts';
import { patientsList } from '../patients/patients.list.ts';
import { patientsById } from '../patients/patients.service.ts';
import { queryOf, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { Forbidden, InvalidInput, NotFound } from '../shared/errors.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import { readPage } from '../shared/list-page.ts';
import { ListRead } from '../shared/list.ts';
import { rowId } from '../shared/node.ts';
import {
  addLines,
  findBatch,
  isAnyRunning,
  newestBatch,
  nextPortion,
  putBatchAway,
  startingAlone,
  storeBatch,
  type BatchLine,
  type StoredBatch,
} from './compliance-batches.store.ts';
import { storeReports } from './compliance-reports.store.ts';

/** Patients of one batch. */
const MAX_PATIENTS = 500;
/** Patients of one transaction of the job: their nights are all that is in memory. */
const PORTION = 100;

/** Patients by their ids, or all that match the search and filter of the list of patients. */
export interface PatientSelection {
  patientIds?: readonly string[] | null;
  matching?: Pick<ListArgs, 'search' | 'where'> | null;
}

const running = () =>
  new InvalidInput([{ field: '', code: 'compliance_batch.running', message: 'compliance_batch.running' }]);

/** Its file is one of patients: who may not save the list as a file gets none of their reports either. */
function assertMayExport({ viewer }: Context): void {
  if (!canExportPatients(viewer)) throw new Forbidden(exportRefusal(viewer, 'export.patient')!);
}

/**
 * Returns the patients of a selection, each once and in its order. Refuses more than 500, none, and a selection of both
 * kinds. A patient that the viewer may not see, or who does not exist, is among `unseenIds`; NotFound when all of them are.
 */
async function selectedPatients(
  ctx: Context,
  { patientIds, matching }: PatientSelection,
): Promise<{ patientIds: number[]; unseenIds: number[] }> {
  if ((patientIds == null) === (matching == null)) throw refusalOf('selection', 'invalid');
  const ids = matching
    ? (await readPage(new ListRead(ctx, patientsList, queryOf(patientsList, matching)), MAX_PATIENTS + 1, 0)).map(
        ({ id }) => id,
      )
    : [...new Set(patientIds!.map((id) => rowId('Patient', id)))];
  if (ids.length === 0) throw refusalOf('selection', 'required');
  if (ids.length > MAX_PATIENTS) throw refusalOf('selection', 'compliance_batch.too_many', { max: MAX_PATIENTS });
  if (matching) return { patientIds: ids, unseenIds: [] };
  const found = await patientsById(ctx, ids);
  const unseenIds = ids.filter((_id, index) => found[index] === null);
  if (unseenIds.length === ids.length) throw new NotFound();
  return { patientIds: ids, unseenIds };
}

/**
 * Starts the job that issues a report of each patient. Refuses more than 500 patients, an unknown rule, a future date, and
 * a second batch while one runs. Forbidden for a user who may not save patients as a file; TooMany when they have saved
 * as many in this hour as they may.
 */
export async function startBatch(
  ctx: Context,
  selection: PatientSelection,
  asked: ComplianceAsked,
): Promise<StoredBatch> {
  assertMayExport(ctx);
  const { rule, asOf } = ruleAndDate(ctx, asked);
  await startingAlone(ctx);
  if (await isAnyRunning(ctx)) throw running();
  const patients = await selectedPatients(ctx, selection);
  await take(ctx, filesOfLists(ctx));
  const batch = await storeBatch(ctx, patients, { ruleId: rule.id, asOf });
  ctx.note({ batch: batch.id, patients: batch.patientCount, rule: rule.id, asOf });
  await ctx.enqueue(
    'issue-compliance-reports',
    { batchId: batch.id, userId: ctx.viewer.userId },
    { key: String(batch.id) },
  );
  return batch;
}

/** Returns a batch of the viewer's own. */
export const complianceBatch = (ctx: Context, id: number): Promise<StoredBatch> => findBatch(ctx, id);

/** Returns the viewer's newest batch that they have not put away, so that a page finds it again; null without one. */
export const currentBatch = (ctx: Context): Promise<StoredBatch | null> => newestBatch(ctx);

/** Puts a batch away: `currentBatch` no longer finds it. Refuses one whose job waits or runs. */
export async function dismissBatch(ctx: Context, id: number): Promise<StoredBatch> {
  const found = await findBatch(ctx, id);
  if (!(await putBatchAway(ctx, id))) throw running();
  ctx.note({ batch: id });
  return found;
}

/**
 * Issues the reports of the next 100 patients of a batch, in the open transaction: killed at any time, a patient has one
 * line and one report, or none yet. Returns whether patients are left.
 */
export async function issuePortion(ctx: Context, batchId: number): Promise<boolean> {
  const portion = await nextPortion(ctx, batchId, PORTION);
  if (!portion) return false;
  const { patientIds, unseenIds, ...asked } = portion;
  const unseen = new Set(unseenIds);
  const patients = (await patientsById(ctx, patientIds)).filter(
    (patient) => patient !== null && !unseen.has(patient.id),
  );
  const results = await Promise.all(patients.map((patient) => complianceBy(ctx, patient!, asked)));
  const issued = results.filter(({ verdict }) => verdict !== null);
  const stored = await storeReports(ctx, issued);
  const codes = new Map(issued.map(({ patientId }, index) => [patientId, stored[index]!.code]));
  const visible = new Set(patients.map((patient) => patient!.id));
  const lines = patientIds.map((id): BatchLine => {
    const code = codes.get(id) ?? null;
    return { patient_id: id, code, reason: code ? null : visible.has(id) ? 'no_therapy_start' : 'not_found' };
  });
  ctx.shows(codes.keys());
  ctx.note({ batch: batchId, reports: Object.fromEntries(stored.map(({ code, digest }) => [code, digest])) });
  return addLines(ctx, batchId, lines);
}

/** Returns the batch whose file the viewer saves: their own, when its job has ended. */
export async function batchOfFile(ctx: Context, id: number): Promise<StoredBatch> {
  const batch = await findBatch(ctx, id);
  if (batch.state === 'waiting' || batch.state === 'running') throw running();
  return batch;
}
