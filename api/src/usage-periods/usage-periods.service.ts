import { defaultRule } from '../compliance/compliance-rule.ts';
import { pressureKindOf } from '../machines/machines-pressure.ts';
import { timezoneOfPatient } from '../organizations/organizations.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import type { UsageRange } from '../usage/usage-range.ts';
import { nightsOfPatient } from '../usage/usage.service.ts';
import { figuresOf } from './usage-period.ts';
import { UsagePeriod } from './usage-periods.types.ts';

const READ = ['usageDate', 'overruled', 'state', 'minutes', 'ahi', 'pressure', 'leak', 'machineId'] as const;

/**
 * Returns the figures of a patient's nights between two dates, both included, under the default rule. Today is that of
 * the patient's provider, as in a result of compliance. Refuses a range of more than 1,100 days.
 */
export async function usagePeriodOf(ctx: Context, patient: Patient, range: UsageRange): Promise<UsagePeriod> {
  const nights = await nightsOfPatient(ctx, patient.id, range, READ);
  const rows = await Promise.all(
    nights
      .filter(({ effective }) => effective)
      .map(async ({ usageDate, minutes, ahi, pressure, leak, machineId }) => ({
        usageDate,
        minutes,
        ahi,
        pressure,
        leak,
        pressureKind: await pressureKindOf(ctx, machineId),
      })),
  );
  const today = ctx.todayIn(await timezoneOfPatient(ctx, patient));
  const rule = defaultRule();
  return new UsagePeriod(patient.id, range, rule, figuresOf(rule, range, rows, today));
}
