import { defaultRule } from '../compliance/compliance.rule.ts';
import type { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { planCalls, type CallPlan } from './icode.calls.ts';
import { contradictionsOf, type ContradictionKind } from './icode.contradictions.ts';
import type { ICodeReport } from './icode-report.entity.ts';
import { reportsOf } from './icode-reports.service.ts';

/** Reports of a device that are compared, the newest: each with each. */
const COMPARED = 60;

/** Returns the days on which to have iCodes read for a patient, by the codes that were entered so far. */
export const callPlanOf = async (ctx: Context, patient: Patient): Promise<CallPlan> =>
  planCalls(defaultRule(), patient.therapyStart, await reportsOf(ctx, patient, null), ctx.today);

/** Returns the codes of a patient that cannot all be right, of each device among its 60 newest. */
export async function contradictingReports(
  ctx: Context,
  patient: Patient,
): Promise<{ kind: ContradictionKind; reports: ICodeReport[] }[]> {
  const byDevice = Map.groupBy(await reportsOf(ctx, patient, null), ({ serial }) => serial);
  return [...byDevice.values()].flatMap((reports) => {
    const compared = reports.slice(0, COMPARED);
    const byId = new Map(compared.map((report) => [report.id, report]));
    return contradictionsOf(compared).map(({ kind, first, second }) => ({
      kind,
      reports: [...new Set([first, second])].map((id) => byId.get(id)!),
    }));
  });
}
