import { addDays, daysBetween } from '../calendar.ts';
import { Random } from '../random.ts';
import { CardWriter, partsOf } from './card-writer.ts';
import { goldenG3xNight, snapshotsOf, type Snapshot } from './g3x-figures.ts';
import { writeEvents } from './g3x-events.ts';
import { therapyBlock, writeSet } from './g3x-settings.ts';
import { planNights, planSettings, secondsOf, type CardOptions, type SyntheticCard } from './card-plan.ts';

export interface G3xOptions extends CardOptions {
  /** Markers of breaths a minute, half in and half out: what makes a real file large. 1 when omitted. */
  markersPerMinute?: number;
  /** Where the firmware is in the `.log`. */
  firmwareAt?: 0x420 | 0x1420;
  /** Bytes at the end of the `.set` that are no whole block; one public card has such a tail. */
  setTail?: number;
}

const MODELS = ['G3 A20', 'G3 B20A', 'E5 B25A Plus'];

/** Makes a card of the G3X generation: `.idx`, `.evt`, `.set` and `.log`. */
export function g3xCard(seed: number, options: G3xOptions): SyntheticCard {
  const random = new Random(seed);
  const mode = options.mode ?? random.pick(['CPAP', 'AutoCPAP', 'S', 'AutoS'] as const);
  const settings = planSettings(random, mode, () => moreSettings(random, mode));
  const nights = planNights(random, options, settings);
  const snapshots = nights.map((night) => snapshotsOf(random, night));
  const { bytes: evt, slices } = writeEvents(random, nights, snapshots, options.markersPerMinute ?? 1);
  const [model, firmware] = [random.pick(MODELS), `G3-2.${random.int(10, 12)}.${random.int(10, 99)}.13`];
  const { bytes: set, changedAt } = writeSet(
    settings.at(-1)!,
    settings[0]!,
    addDays(options.first, options.days - 1),
    options.setTail ?? 0,
  );
  const { serial } = options;

  const records = [...nights.keys()];
  const idx = new CardWriter(0x800 + (records.length + 1) * 2048);
  idx.text(0, 'BMC G/E/P INDEX', 16).text(0x30, serial, 16).text(0x48, '110A40113', 16).text(0x100, model, 16);
  idx.bytes.fill(0xff, 0x200, 0x400);
  idx.text(0x140, 'data2.icodeconnect.com').text(0x200, 'SF').text(0x300, 'MF').text(0x345, 'G3-2.SC.74.03', 20);
  // A day on which the device was on and not used: a record whose statistics are absent.
  const unused = addDays(options.first, options.days);
  for (const nth of [...records, records.length]) {
    const at = 0x800 + nth * 2048;
    const night = nights[nth];
    const [year, month, day] = partsOf(night?.night ?? unused);
    idx.bytes.fill(0xff, at, at + 2048);
    idx.u16(at, 0xaaaa).u16(at + 2, 700 + daysBetween(options.first, night?.night ?? unused));
    idx.u8(at + 8, year - 1900, month, day);
    const slice = slices[nth] ?? { start: evt.length, end: evt.length };
    // Every third slice begins in the middle of a record.
    idx
      .u32(at + 0x1c, slice.start + (nth % 3 === 1 ? 16 : 0))
      .u32(at + 0x20, slice.end)
      .u32(at + 0x24, slice.end - slice.start);
    writeStatistics(
      idx,
      at + 0x80,
      night ? secondsOf(night) : 0xffffffff,
      night?.sessions.length ?? 0xff,
      snapshots[nth] ?? [],
    );
    idx.bytes.fill(0, at + 0x180, at + 0x280);
    idx.text(at + 0x180, 'SS').blockSum(at + 0x180);
    idx.bytes.set(therapyBlock(night?.settings ?? settings.at(-1)!), at + 0x280);
    for (const [offset, tag] of [
      [0x380, 'UH'],
      [0x480, 'UP'],
    ] as const) {
      idx.bytes.fill(random.int(0, 255), at + offset, at + offset + 256);
      idx.text(at + offset, tag).blockSum(at + offset);
    }
  }
  const golden = nights.map((night, nth) => ({
    ...goldenG3xNight(night, snapshots[nth]!),
    running: nth === nights.length - 1,
  }));
  return {
    files: [
      { name: `${serial}.idx`, bytes: idx.bytes },
      { name: `${serial}.evt`, bytes: evt },
      { name: `${serial}.set`, bytes: set },
      { name: `${serial}.log`, bytes: logOf(serial, firmware, options.firmwareAt ?? random.pick([0x420, 0x1420])) },
    ],
    golden: {
      device: { serial, model, firmware },
      nights: golden,
      settings: [
        ...nights.flatMap(({ night, settings: values }, nth) =>
          nth > 0 && JSON.stringify(nights[nth - 1]!.settings) === JSON.stringify(values)
            ? []
            : [{ night, changedAt: null, values }],
        ),
        { night: null, changedAt, values: settings.at(-1)! },
      ],
    },
  };
}

function moreSettings(random: Random, mode: string): Record<string, number | boolean> {
  if (mode === 'CPAP') return { smart_c_flag: random.chance(0.5) };
  if (mode === 'AutoCPAP') return { smart_a_flag: random.chance(0.5) };
  const sensitivities = { i_sens: random.int(1, 7), e_sens: random.int(1, 7) };
  if (mode === 'AutoS') return { ...sensitivities, smart_b_flag: random.chance(0.5) };
  return { ...sensitivities, ti_min: random.int(3, 9) / 10, ti_max: random.int(12, 30) / 10 };
}

/** Writes the statistics of a night; the fields that older sources misread have the values of a real device. */
function writeStatistics(
  idx: CardWriter,
  at: number,
  seconds: number,
  sessions: number,
  snapshots: readonly Snapshot[],
) {
  const pressures = snapshots
    .flatMap(({ epap, ipap }) => (ipap > 0 ? [Math.max(epap, ipap)] : []))
    .sort((a, b) => a - b);
  const p95 = pressures.length === 0 ? 0xffff : pressures[Math.ceil(pressures.length * 0.95) - 1]!;
  idx.bytes.fill(0, at, at + 256);
  idx
    .text(at, 'IT')
    .u32(at + 0x14, seconds)
    .u8(at + 0x24, sessions);
  idx
    .u16(at + 0x28, pressures[0] ?? 0xffff)
    .u16(at + 0x2a, pressures.at(-1) ?? 0xffff)
    .u16(at + 0x2c, p95)
    .u16(at + 0x30, 0xffff);
  idx.u16(at + 0xbc, 999).u16(at + 0xbe, 1000);
  [412, 398, 405, 401].forEach((ratio, nth) => idx.u16(at + 0xc0 + nth * 2, ratio));
  for (let nth = 0; nth < 6; nth += 1) idx.u16(at + 0xc8 + nth * 2, 999);
  idx.blockSum(at);
}

function logOf(serial: string, firmware: string, firmwareAt: number): Uint8Array {
  const log = new CardWriter(0x2000, 0xff);
  log.text(0x20, `${serial}.log`).text(0x60, serial).text(0x100, '356938035643809');
  return log.text(firmwareAt, firmware, 24).bytes;
}
