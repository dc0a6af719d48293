import type { Context } from '../shared/context.ts';
import type { DeviceNight } from './gateway-clock.ts';
import type { NightReport } from './gateway.rules.ts';
import { figureColumnsOf } from './nights-figures.ts';

const SAME = `u.machine_id = ctx_machine() and u.source = 'wireless' and u.device_date = s.night
    and (u.record_no = 0 or u.record_no is not distinct from s.record_no)
    and (${figureColumnsOf('u')}) is not distinct from (${figureColumnsOf('s')})`;

// A night of another record has another number and another date by the device's clock. 0 is no number: staff has reset it.
const FIND = `
  select f.night::text as "storedOn", exists (
           select from usage_nights u
            where u.machine_id = ctx_machine() and u.source = 'wireless' and u.night = s.night + ?::int
              and u.device_date <> s.night and nullif(u.record_no, 0) <> nullif(s.record_no, 0)) as taken
    from jsonb_array_elements(?::jsonb) with ordinality e (sent, index)
    cross join jsonb_populate_record(null::usage_nights, e.sent) s
    left join lateral (
      (select u.night from usage_nights u where u.night = s.night and ${SAME})
      union all
      (select u.night from usage_nights u where u.night <> u.device_date and ${SAME} order by u.night desc limit 1)
      limit 1) f on true
   order by e.index`;

/**
 * Returns what is known of each night of a body before it is dated. It repeats a stored night that has the same date by the
 * device's clock, the same record number and the same figures, whatever the clock was in between.
 */
export async function findRepeats(ctx: Context, nights: readonly NightReport[], days: number): Promise<DeviceNight[]> {
  const known = await ctx.em.execute<Omit<DeviceNight, 'night'>[]>(FIND, [days, JSON.stringify(nights)]);
  const newest = new Map<string, number>();
  for (const { night, record_no: number } of nights)
    if (number) newest.set(night, Math.max(number, newest.get(night) ?? 0));
  return nights.map(({ night, record_no: number }, index) => {
    const { storedOn, taken } = known[index]!;
    // One date with two records: the clock fell back between them.
    return { night, storedOn, taken: taken || (!!number && number < newest.get(night)!) };
  });
}
