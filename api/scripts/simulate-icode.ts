import type pg from 'pg';
import { therapyNights } from '../src/demo/nights.ts';
import { Random } from '../src/demo/random.ts';
import { TOUR } from '../src/demo/tour.ts';
import { encodeIc1 } from '../src/icode-reports/ic1.codec.ts';
import { iCodeFiguresOf, PRINTED_PERIODS, type Night } from '../src/icode-reports/icode-figures.ts';
import { addDays } from '../src/shared/dates.ts';
import { isCalendarDate, normalizeSerial } from '../src/shared/text.rules.ts';
import { readOnly } from './simulate/database.ts';

interface SimulatedMachine {
  id: number;
  serial: string;
  model: string;
  simulated: boolean;
  /** Today's date in the zone of the machine's organization. */
  today: string;
}

async function findMachine(client: pg.ClientBase, text: string): Promise<SimulatedMachine> {
  const {
    rows: [machine],
  } = await client.query<SimulatedMachine>(
    `select m.id, m.serial, k.name as model, m.simulated, (now() at time zone o.timezone)::date::text as today
       from machines m join machine_models k on k.id = m.model_id join organizations o on o.id = m.org_id where m.serial = $1`,
    [normalizeSerial(text)],
  );
  if (!machine) throw new Error(`No device has the serial number "${text}".`);
  if (!machine.simulated) throw new Error(`${machine.serial} is a real device: only simulated ones show IC1 codes.`);
  return machine;
}

/**
 * Returns the device's memory on a day: a used device is cleared for its next patient, so it has only the nights of the
 * latest assignment. Of a night with several sources, the one that counts.
 */
async function nightsOf(client: pg.ClientBase, machineId: number, date: string): Promise<Night[]> {
  const { rows } = await client.query<Night>(
    `select distinct on (n.usage_date) n.usage_date::text as night, n.minutes, n.pressure::float, n.p95::float, n.ahi::float, n.leak::float
       from usage_nights n
      where n.machine_id = $1 and not n.overruled and n.state = 1 and n.usage_date < $2
        and n.usage_date >= coalesce((select max(h.start_date) from device_history h where h.machine_id = $1 and h.start_date <= $2), '-infinity')
      order by n.usage_date, n.night`,
    [machineId, date],
  );
  return rows;
}

/** The free device of the tour was worn before it came to the portal, which therefore has no nights of it. */
function memoryOfTour(serial: string, collected: string): Night[] {
  if (serial !== TOUR.freeSerial) return [];
  const nights = therapyNights(
    new Random(TOUR.newPatientId),
    addDays(collected, -TOUR.freeNights),
    addDays(collected, -1),
    true,
  );
  return nights.map(({ date, minutes, ...figures }) => ({ night: date, minutes: minutes ?? 0, ...figures }));
}

async function memoryOf(client: pg.ClientBase, serial: string, date: string | undefined) {
  const machine = await findMachine(client, serial);
  const collected = date ?? machine.today;
  if (collected > machine.today)
    throw new Error(
      `${collected} is in the future: a device shows the codes of today, ${machine.today}, at the latest.`,
    );
  const nights = await nightsOf(client, machine.id, collected);
  return { machine, collected, nights: nights.length > 0 ? nights : memoryOfTour(machine.serial, collected) };
}

const inFours = (code: string) => code.replace(/(\d{4})(?=\d)/g, '$1 ');

/**
 * Prints the codes that a simulated device shows on a day, one for each period, with their figures. Writes nothing to
 * the database. Throws, with one readable line, for an unknown serial, a real device, and an invalid or future date.
 */
export async function printICodes(
  client: pg.ClientBase,
  serial: string,
  date: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  if (date !== undefined && !isCalendarDate(date)) throw new Error(`"${date}" is not a date. Write it as YYYY-MM-DD.`);
  const { machine, collected, nights } = await readOnly(client, () => memoryOf(client, serial, date));

  say(`${machine.serial}  ${machine.model}  collected ${collected}  ${nights.length} nights in memory\n`);
  say('  Period    iCode                  Compliant  Best 30  Min/day  Pressure   P95   AHI  High leak');
  for (const period of PRINTED_PERIODS) {
    const figures = iCodeFiguresOf(nights, period, collected);
    const { compliantDays, best30, minutes, pressure, p95, ahi, leak } = figures;
    const columns = [
      `${period} d`.padEnd(8),
      inFours(encodeIc1(machine.serial, figures)).padEnd(21),
      `${compliantDays}`.padStart(9),
      `${best30}`.padStart(7),
      minutes.toFixed(0).padStart(7),
      (pressure?.toFixed(1) ?? '-').padStart(8),
      (p95?.toFixed(1) ?? '-').padStart(4),
      ahi.toFixed(1).padStart(4),
      `${leak.toFixed(0)} %`.padStart(9),
    ];
    say(`  ${columns.join('  ')}`);
  }
}
