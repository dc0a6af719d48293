import { csvPiece } from '../rest/csv.ts';
import { exportFile } from '../rest/export.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { translate, type MessageKey } from '../shared/messages.ts';
import { rowId } from '../shared/node.ts';
import { linesOfFile, type FileLine } from './compliance-batches.file.ts';
import { batchOfFile } from './compliance-batches.service.ts';
import { spokenCode } from './report-code.rules.ts';

/** A column of the file: its title, and its value in a line. */
type Column = [title: MessageKey, value: (line: FileLine) => unknown];

function columns(ctx: Context, asOf: string, origin: string): Column[] {
  const say = (key: MessageKey) => translate(ctx.locale, key);
  const reason = ({ reason, isVisible }: FileLine) =>
    reason ? say(`compliance_batch.reason.${reason}`) : isVisible ? null : say('compliance_batch.reason.not_found');
  return [
    ['patients.csv.id', ({ id }) => id],
    ['patients.csv.assigned_id', ({ assignedId }) => assignedId],
    ['patients.csv.last_name', ({ lastName }) => lastName],
    ['patients.csv.first_name', ({ firstName }) => firstName],
    ['patients.csv.birth_date', ({ birthDate }) => birthDate],
    ['compliance_batch.csv.rule', ({ ruleName }) => ruleName],
    ['compliance_batch.csv.as_of', () => asOf],
    ['compliance_batch.csv.state', ({ state }) => state && say(`compliance.state.${state}`)],
    ['compliance_batch.csv.window_start', ({ windowStart }) => windowStart],
    ['compliance_batch.csv.window_end', ({ windowEnd }) => windowEnd],
    ['compliance_batch.csv.compliant_days', ({ compliantDays }) => compliantDays],
    ['compliance_batch.csv.nights_wanted', ({ nightsWanted }) => nightsWanted],
    ['compliance_batch.csv.met_on', ({ metOn }) => metOn],
    ['compliance_batch.csv.missing_nights', ({ missingNights }) => missingNights],
    ['compliance_batch.csv.corrected_nights', ({ correctedNights }) => correctedNights],
    ['compliance_batch.csv.code', ({ code }) => code && spokenCode(code)],
    ['compliance_batch.csv.address', ({ code }) => code && `${origin}/verify/${spokenCode(code)}`],
    ['compliance_batch.csv.reason', reason],
  ];
}

/** The file of a batch of compliance reports: a line for each patient, to the user who asked for it alone. */
export const complianceBatchesRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/compliance-batches/{id}/file',
    handler: async (ctx, request) => {
      const batch = await batchOfFile(ctx, rowId('ComplianceBatch', request.params.id!));
      const lines = await linesOfFile(ctx, batch.id);
      ctx.shows(lines.filter(({ isVisible }) => isVisible).map(({ id }) => id));
      const shown = columns(ctx, batch.asOf, request.origin);
      const reply = await exportFile(ctx, request, {
        titles: shown.map(([title]) => title),
        rows: lines.length,
        pieces: [
          csvPiece(
            ctx,
            lines.map((line) => shown.map(([, value]) => value(line))),
          ),
        ],
      });
      const name = `compliance_reports_${batch.id}.csv`;
      return { ...reply, headers: { ...reply.headers, 'Content-Disposition': `attachment; filename="${name}"` } };
    },
  },
];
