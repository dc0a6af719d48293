import type { RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { renameRefusals } from '../shared/errors.ts';
import { patientsOf } from '../shared/patient-data.ts';
import type { ICodeReport } from './icode-report.entity.ts';
import { iCodeSubmissionRules } from './icode-reports.rules.ts';
import { checkReports, createReports, listReports, submitterOf } from './icode-reports.service.ts';

/**
 * A report as documented. The submitter is a user, only a name if the viewer may not see that user, or null ('Legacy
 * system').
 */
async function toJson(ctx: Context, report: ICodeReport) {
  const user = await submitterOf(ctx, report);
  const name = report.submittedBy;
  return {
    id: report.id,
    serial: report.serial,
    collected: report.collected,
    created: report.createdAt.toISOString(),
    icode_period: report.icodePeriod,
    compliant_days: report.compliantDays,
    best30: report.shownBest30,
    minutes: report.minutes,
    pressure: report.pressure,
    p95: report.p95,
    ahi: report.ahi,
    sni: report.sni,
    leak: report.leak,
    read_by: report.readBy,
    read_how: report.readHow,
    submitter: user
      ? { staff: { last_name: user.lastName, first_name: user.firstName }, name, email: user.email }
      : name && { staff: null, name, email: null },
  };
}

// Forms send a missing patient as null or as an empty string.
const inputOf = ({ body: { patient_id, serial, codes, read_by, read_how } }: RestRequest) => ({
  patientId: patient_id === '' ? null : patient_id,
  serial,
  codes,
  readBy: read_by,
  readHow: read_how,
});

const FIELDS: Record<string, string> = { patientId: 'patient_id', readBy: 'read_by', readHow: 'read_how' };

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** The body of an answer with reports. */
function toBody(ctx: Context, reports: ICodeReport[]) {
  ctx.shows(patientsOf(reports));
  return Promise.all(reports.map((report) => toJson(ctx, report)));
}

/** Errors under the documented field names. */
const inSnakeCase = <T>(work: Promise<T>): Promise<T> =>
  renameRefusals(
    () => work,
    (refusal) => ({ ...refusal, field: FIELDS[refusal.field] ?? refusal.field }),
  );

export const iCodeReportsRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/icode-reports',
    handler: async (ctx, { query }) => {
      const reports = await listReports(ctx, { serial: text(query.serial), patientId: text(query.patient_id) });
      return { body: await toBody(ctx, reports) };
    },
  },
  {
    method: 'POST',
    path: '/api/icode-reports',
    body: { rules: iCodeSubmissionRules, names: FIELDS },
    check: (ctx, request) => inSnakeCase(checkReports(ctx, inputOf(request))),
    handler: async (ctx, request) => {
      const { reports } = await inSnakeCase(createReports(ctx, inputOf(request)));
      return { status: 201, body: { data: await toBody(ctx, reports) } };
    },
  },
];
