import type { Mode } from '../../device-settings/settings-catalog.rules.ts';
import { u16, u8 } from './card-bytes.ts';
import { settingReader, settingsIn, type SettingValues } from './card-settings.ts';

const TUBES = ['22_mm', '15_mm', '22_mm_heated', '15_mm_heated'];
/** The modes of which the layout is known. */
const KNOWN: readonly Mode[] = ['CPAP', 'AutoCPAP', 'S', 'AutoS'];

/** Returns the settings of a `TS` block whose sum is good; null when its mode is none of the known ones. */
export function therapyOf(bytes: Uint8Array, block: number, warn: () => void): SettingValues | null {
  const read = settingReader(warn);
  const raw = (offset: number) => u8(bytes, block + offset);
  const pressure = (offset: number) => read.pressure(u16(bytes, block + offset), 100);
  const mode = read.mode(raw(0x08));
  if (mode === undefined) return null;
  if (!KNOWN.includes(mode)) {
    warn();
    return null;
  }
  const flags = raw(0x8a);
  /** 1 very low to 7 very high; a sensitivity that the device sets itself has no value in the catalog. */
  const sensitivity = (offset: number, auto: number) =>
    mode === 'CPAP' || mode === 'AutoCPAP' || (flags & auto) !== 0 ? undefined : read.whole(raw(offset), 1, 7);
  const smart = read.flag(raw(0x36));
  return settingsIn(mode, {
    ...pressuresOf(mode, pressure),
    i_sens: sensitivity(0x30, 0x20),
    e_sens: sensitivity(0x31, 0x40),
    ti_min: mode === 'S' ? read.seconds(raw(0x1e)) : undefined,
    ti_max: mode === 'S' ? read.seconds(raw(0x20)) : undefined,
    smart_c_flag: smart,
    smart_a_flag: smart,
    smart_b_flag: smart,
    ramp_time: read.ramp(raw(0x82), (flags & 0x01) !== 0),
    reslex: read.level(raw(0x86), false, 3),
    humidifier: read.level(raw(0x87), (flags & 0x04) !== 0),
    auto_on_flag: read.flag(raw(0x8c)),
    auto_off_flag: read.flag(raw(0x8d)),
    mask: read.mask(raw(0x8e)),
    air_tube: read.tube(raw(0x8f), TUBES),
    leak_alert_flag: read.flag(raw(0xb3)),
  });
}

function pressuresOf(mode: Mode, pressure: (offset: number) => number | undefined) {
  const initial = pressure(0x18);
  if (mode === 'CPAP') return { initial_p: initial, treat_p: pressure(0x0a) };
  if (mode === 'AutoCPAP') return { initial_p: initial, min_apap: pressure(0x0e), max_apap: pressure(0x10) };
  if (mode === 'S') return { initial_epap: initial, epap: pressure(0x0a), ipap: pressure(0x12) };
  return { initial_epap: initial, min_epap: pressure(0x0e), max_ipap: pressure(0x16) };
}
