import type { Mode } from '../../device-settings/settings-catalog.rules.ts';
import { u16, u8 } from './card-bytes.ts';
import { dateOf, dayNumberOf, isWithin, type DayRange } from './card-dates.ts';
import { MOST_NIGHTS, risingOf } from './card-night.ts';
import { settingReader, settingsIn, type SettingsDraft, type SettingValues } from './card-settings.ts';
import type { AddWarning } from './card-warnings.ts';

const [HEADER, RECORD] = [0x800, 512];
const TUBES = ['22_mm', '15_mm', '22_mm_heated', '15_mm_heated'];

const isFiller = (bytes: Uint8Array, at: number) => {
  for (let index = at; index < at + RECORD && index < bytes.length; index += 1) if (bytes[index] !== 0xff) return false;
  return true;
};

/** Returns the settings of the records of a legacy `.idx`, by the date of each record. */
export function readLegacyIdx(bytes: Uint8Array, file: string, range: DayRange, add: AddWarning): SettingsDraft[] {
  if ((bytes.length - HEADER) % RECORD !== 0) add('file.size', { file });
  const records: SettingsDraft[] = [];
  for (let at = HEADER; at + RECORD <= bytes.length; at += RECORD) {
    if (isFiller(bytes, at)) continue;
    if (records.length === MOST_NIGHTS) {
      add('file.too_many', { file });
      break;
    }
    const day = dayNumberOf(2000 + u8(bytes, at + 4), u8(bytes, at + 5), u8(bytes, at + 6));
    if (u16(bytes, at) !== 0xaaaa) add('record.damaged', { file });
    else if (!isWithin(range, day)) add('night.date', { file });
    else {
      const values = settingsOf(bytes, at, () => add('settings.value', { file, night: dateOf(day) }));
      if (values) records.push({ day, values });
    }
  }
  const rising = risingOf(records.map(({ day }) => day));
  return records.filter(({ day }, index) => rising.has(index) || void add('night.order', { file, night: dateOf(day) }));
}

/** Returns the settings of one record; null when its mode is damaged. */
function settingsOf(bytes: Uint8Array, record: number, warn: () => void): SettingValues | null {
  const read = settingReader(warn);
  const raw = (offset: number) => u8(bytes, record + offset);
  const mode = read.mode(raw(0x14d) >> 4);
  if (mode === undefined) return null;
  const sensitivities = raw(0x149);
  return settingsIn(mode, {
    ...pressuresOf(mode, raw, read),
    sensitivity: mode === 'AutoCPAP' ? read.whole(raw(0x14d) & 0x0f, 1, 5) : undefined,
    i_sens: (sensitivities & 7) + 1,
    e_sens: ((sensitivities >> 3) & 7) + 1,
    rise_time: (raw(0x14f) >> 6) + 1,
    ti_min: mode === 'S' ? read.seconds(raw(0x152)) : undefined,
    ti_max: mode === 'S' ? read.seconds(raw(0x153)) : undefined,
    smart_c_flag: (raw(0x165) & 1) !== 0,
    smart_a_flag: (raw(0x165) & 2) !== 0,
    smart_b_flag: (raw(0x165) & 4) !== 0,
    ramp_time: read.ramp(raw(0x142), raw(0x142) === 0xff),
    reslex: read.level(raw(0x148) & 3, false, 3),
    reslex_control: (raw(0x151) & 0x80) === 0 ? 'clinician' : 'patient',
    humidifier: read.level(raw(0x146), raw(0x146) === 6),
    heated_tube: read.level(raw(0x164), raw(0x164) === 6),
    air_tube: read.tube(raw(0x162), TUBES),
    mask: read.mask(raw(0x160)),
    auto_on_flag: (raw(0x147) & 1) !== 0,
    auto_off_flag: (raw(0x147) & 2) !== 0,
    leak_alert_flag: (raw(0x147) & 0x40) !== 0,
  });
}

/** The pressures of the modes of which the offsets are known. */
function pressuresOf(
  mode: Mode,
  raw: (offset: number) => number,
  read: ReturnType<typeof settingReader>,
): SettingValues {
  const [initial, first, second] = [read.pressure(raw(0x140), 2), read.pressure(raw(0x141), 2), raw(0x14c)];
  const support = (raw(0x148) >> 2) / 2;
  const values: Partial<Record<Mode, Partial<Record<keyof SettingValues, number | undefined>>>> = {
    CPAP: { initial_p: initial, treat_p: first, manual_p: read.pressure(raw(0x144), 2) },
    AutoCPAP: { initial_p: initial, min_apap: first, max_apap: read.pressure(second, 2) },
    S: {
      initial_epap: initial,
      epap: first,
      ipap: first === undefined ? first : read.pressure((first + support) * 2, 2),
    },
    AutoS: { initial_epap: initial, min_epap: first, max_ipap: read.pressure(second, 2) },
  };
  return values[mode] ?? { initial_epap: initial };
}

/**
 * Returns the settings of each night: those of the first record with a later date, because a record is dated on the day
 * that closes the night; else the last ones.
 */
export function settingsOfNights(records: readonly SettingsDraft[], nights: readonly number[]): SettingsDraft[] {
  if (nights.length === 0) return records.map(({ day, values }) => ({ day: day - 1, values }));
  let nth = 0;
  return nights.flatMap((day) => {
    while (nth < records.length && records[nth]!.day <= day) nth += 1;
    const record = records[nth] ?? records.at(-1);
    return record ? [{ day, values: record.values }] : [];
  });
}
