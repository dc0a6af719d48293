import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { Machine } from '../machines/machine.entity.ts';
import { machinesById } from '../machines/machines.service.ts';
import { todayOfPatient } from '../organizations/organizations.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { findPatient } from '../patients/patients.service.ts';
import { connection, newestFirst, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize, InvalidInput, refuse, type Refusal } from '../shared/errors.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import { rowId } from '../shared/node.ts';
import { normalizeSerial } from '../shared/text.rules.ts';
import { validate } from '../shared/validate.ts';
import type { User } from '../users/user.entity.ts';
import { usersById } from '../users/users.service.ts';
import type { DecodedICode } from './icode.codec.ts';
import { createICodeRegistry, type ICodeErrorCode, type RegistryResult } from './icode-registry.ts';
import { ICodeReport } from './icode-report.entity.ts';
import { canUploadICode } from './icode-reports.policy.ts';
import { MAX_PRINTED_REPORTS } from './icode-print.rules.ts';
import { iCodeReportsList } from './icode-reports.list.ts';
import { iCodeSubmissionRules, type ICodeReader, type ICodeReadingWay } from './icode-reports.rules.ts';
import { ic1Codec } from './ic1.codec.ts';

const MAX_REPORTS = 1000;
const NEWEST_FIRST = { createdAt: 'desc', id: 'desc' } as const;

interface ReportSelection {
  patientId?: string | number | null;
  serial?: string | null;
}

/** One row of a submission with its decoded code. */
interface ReadCode {
  collected: string;
  code: string;
  codec: string;
  codecVersion: number;
  figures: DecodedICode;
}

interface CleanSubmission {
  /** Null for an anonymous upload. */
  patient: Patient | null;
  machine: Machine;
  codes: ReadCode[];
  readBy: ICodeReader | null;
  readHow: ICodeReadingWay | null;
}

/**
 * Returns the reports that match every given condition: the newest 1000, newest first. Reports that the viewer may not
 * see are omitted. Throws NotFound for a patient that the viewer may not see.
 */
export async function listReports(ctx: Context, { patientId, serial }: ReportSelection): Promise<ICodeReport[]> {
  if (patientId == null && !serial) throw refusalOf('serial', 'required');
  const where = {
    ...(patientId == null ? {} : { patient: (await findPatient(ctx, rowId('Patient', patientId))).id }),
    ...(serial ? { serial: normalizeSerial(serial) } : {}),
  };
  return ctx.em.find(ICodeReport, where, { orderBy: NEWEST_FIRST, limit: MAX_REPORTS });
}

/**
 * Returns a page of the reports that the viewer may see, or of those of them with `ids`, newest first unless ordered
 * otherwise. Refuses unknown columns, conditions, sizes and cursors, and more than 100 ids.
 */
export async function pageOfReports(
  ctx: Context,
  args: ListArgs,
  ids?: readonly string[] | null,
): Promise<ConnectionShape<ICodeReport>> {
  if (!ids) return connection(ctx, iCodeReportsList, newestFirst(args));
  if (ids.length > MAX_PRINTED_REPORTS) throw refusalOf('ids', 'list.limit', { max: MAX_PRINTED_REPORTS });
  const within = { id: { $in: ids.map((id) => rowId('ICodeReport', id)) } };
  return connection(ctx, { list: iCodeReportsList, within }, newestFirst(args));
}

/** Returns the reports of one patient, newest first. Calls for many patients are batched. */
export async function reportsOf(
  ctx: Context,
  patient: Patient,
  serial: string | null | undefined,
): Promise<ICodeReport[]> {
  const reports = await ctx.loader(reportsByPatient).load(patient.id);
  return serial ? reports.filter((report) => report.serial === normalizeSerial(serial)) : reports;
}

async function reportsByPatient(ctx: Context, patientIds: readonly number[]): Promise<ICodeReport[][]> {
  const reports = await ctx.em.find(ICodeReport, { patient: { $in: [...patientIds] } }, { orderBy: NEWEST_FIRST });
  const grouped = Map.groupBy(reports, (report) => report.patient!.id);
  return patientIds.map((id) => grouped.get(id) ?? []);
}

/** Returns the submitter of a report if the viewer may see that user. Calls for many reports are batched. */
export async function submitterOf(ctx: Context, report: ICodeReport): Promise<User | null> {
  return report.submittedById === null ? null : ctx.loader(usersById).load(report.submittedById);
}

/** Returns the device of a report; null when it is not known, or the viewer may not see it now. */
export const machineOf = async (ctx: Context, { machineId }: ICodeReport): Promise<Machine | null> =>
  machineId === null ? null : ctx.loader(machinesById).load(machineId);

/**
 * Decodes every code of a submission and writes nothing. Throws InvalidInput with the errors of all rows, NotFound for
 * a patient that the viewer may not see.
 */
export async function checkReports(ctx: Context, input: unknown): Promise<CleanSubmission> {
  authorize(canUploadICode(ctx.viewer));
  const { patientId, serial, codes, readBy, readHow } = await validate(iCodeSubmissionRules, input);
  const patient = patientId == null ? null : await findPatient(ctx, rowId('Patient', patientId));
  const machine = await ctx.em.findOne(Machine, { serial });
  const today = await todayOfPatient(ctx, patient);
  const refusals = codes.flatMap(({ collected }, index) =>
    collected > today ? [refusal(`codes.${index}.collected`, 'date.future')] : [],
  );
  const serialRefusal = await refusedSerial(ctx, machine, patient);
  // Codes cannot be checked without the right serial, because their check digits include it.
  if (!machine || serialRefusal) throw new InvalidInput([serialRefusal!, ...refusals]);
  const read: ReadCode[] = [];
  for (const [index, { collected, icode }] of codes.entries()) {
    const field = `codes.${index}.icode`;
    const result = await decode(ctx, machine, icode);
    const twice = codes.findIndex((other) => other.collected === collected && other.icode === icode) < index;
    if (!result.ok) refusals.push(refusal(field, result.code));
    else if (twice) refusals.push(refusal(field, 'icode.duplicate'));
    else
      read.push({
        collected,
        code: icode,
        codec: result.codec,
        codecVersion: result.codecVersion,
        figures: result.figures,
      });
  }
  refuse(refusals);
  return { patient, machine, codes: read, readBy, readHow };
}

/**
 * Stores a submission and returns its reports in the order of its rows. An existing report (same serial, collection
 * date, code and patient) is returned as it is and not duplicated, even under concurrent submissions. An anonymous
 * report belongs to its submitter.
 */
export async function createReports(
  ctx: Context,
  input: unknown,
): Promise<{ reports: ICodeReport[]; patient: Patient | null }> {
  const { patient, machine, codes, readBy, readHow } = await checkReports(ctx, input);
  const submitter = { submittedById: ctx.viewer.userId };
  const reading = { readBy, readHow };
  const owner = {
    orgId: patient?.organization.id ?? ctx.viewer.workOrgId,
    patient: patient?.id ?? null,
    serial: machine.serial,
  };
  const rows = codes.map(({ collected, code, codec, codecVersion, figures: { period, ...figures } }) => ({
    ...owner,
    machineOrgId: machine.organization.id,
    machineId: machine.id,
    collected,
    code,
    codec,
    codecVersion,
    icodePeriod: period,
    ...figures,
    ...reading,
    ...submitter,
    submittedBy: ctx.viewer.displayName,
  }));
  // A fixed insert order, so that two submissions of the same codes wait for each other without a deadlock.
  const inOrder = rows.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
  await ctx.em.createQueryBuilder(ICodeReport).insert(inOrder).onConflict().ignore().execute();
  const stored = await ctx.em.find(ICodeReport, {
    ...owner,
    ...(patient ? {} : submitter),
    $or: codes.map(({ collected, code }) => ({ collected, code })),
  });
  if (patient) ctx.publish('device-history.changed', { patientId: patient.id, historyId: 0 });
  const byKey = new Map(stored.map((report) => [keyOf(report), report]));
  return { reports: codes.map((row) => byKey.get(keyOf(row))!), patient };
}

const keyOf = ({ collected, code }: { collected: string; code: string }) => `${collected} ${code}`;

type RefusalCode = ICodeErrorCode | 'date.future' | 'icode.duplicate' | 'serial.unknown' | 'serial.not_assigned';

const refusal = (field: string, code: RefusalCode): Refusal => ({ field, code, message: code });

async function refusedSerial(ctx: Context, machine: Machine | null, patient: Patient | null): Promise<Refusal | null> {
  if (!machine) return refusal('serial', 'serial.unknown');
  if (!patient || (await ctx.em.count(DeviceHistory, { patient: patient.id, machine: machine.id })) > 0) return null;
  return refusal('serial', 'serial.not_assigned');
}

/**
 * In production IC1 reads only what the simulator printed: about 1 in 100 real codes would pass its check by chance.
 */
async function decode({ app: { config } }: Context, machine: Machine, code: string): Promise<RegistryResult> {
  const withheld = config.production && !machine.simulated;
  const ids = config.icodeCodecs.filter((id) => !(withheld && id === ic1Codec.id));
  const result = await createICodeRegistry(ids).decode(machine.serial, code);
  if (withheld && !result.ok && result.error === 'format' && code.length === ic1Codec.length) {
    return { ok: false, error: 'unsupported', code: 'icode.unsupported' };
  }
  return result;
}
