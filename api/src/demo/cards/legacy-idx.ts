import { addDays } from '../calendar.ts';
import type { Random } from '../random.ts';
import type { PlannedNight, PlannedSettings } from './card-plan.ts';
import { CardWriter, partsOf } from './card-writer.ts';

const MODES: Record<string, number> = { CPAP: 0, AutoCPAP: 1, S: 2, AutoS: 6 };
const TUBES = ['22_mm', '15_mm', '22_mm_heated', '15_mm_heated'];
const MASKS = ['full_face', 'nasal', 'pillows', 'other'];

/** Writes a legacy `.idx`: a record for each closed day, dated on the day that closes it. */
export function writeLegacyIdx(random: Random, serial: string, nights: readonly PlannedNight[]): Uint8Array {
  const closed = nights.slice(0, -1);
  const file = new CardWriter(0x800 + closed.length * 512);
  file.bytes.fill(0x20, 0, 0x20);
  file.u8(0x20, 1, 0, 0, 8, 0, 2, 0xc8, 0, 0xc8, 0).text(0x2d, `       ${serial}`, 32);
  closed.forEach(({ night, settings }, nth) => {
    const at = 0x800 + nth * 512;
    const [year, month, day] = partsOf(addDays(night, 1));
    for (let offset = 0; offset < 512; offset += 1) file.u8(at + offset, random.int(0, 255));
    file
      .u16(at, 0xaaaa)
      .u16(at + 2, nth)
      .u8(at + 4, year - 2000, month, day);
    writeSettings(file, at, settings);
  });
  return file.bytes;
}

function writeSettings(file: CardWriter, record: number, settings: PlannedSettings): void {
  const { mode } = settings;
  const number = (name: string) => Number(settings[name] ?? 0);
  const twice = (...names: string[]) => Math.round(number(names.find((name) => name in settings) ?? '') * 2);
  const level = (name: string) => (settings[name] === 'auto' ? 6 : settings[name] === 'off' ? 0 : number(name));
  const bit = (name: string, place: number) => (settings[name] === true ? 1 << place : 0);
  const put = (offset: number, value: number) => file.u8(record + offset, value);
  put(0x140, twice('initial_p', 'initial_epap'));
  put(0x141, twice('treat_p', 'min_apap', 'epap', 'min_epap'));
  put(0x142, settings.ramp_time === 'auto' ? 0xff : number('ramp_time'));
  put(0x144, twice('manual_p'));
  put(0x146, level('humidifier'));
  put(0x147, bit('leak_alert_flag', 6) | bit('auto_off_flag', 1) | bit('auto_on_flag', 0));
  const support = mode === 'S' ? twice('ipap') - twice('epap') : 0;
  put(0x148, (settings.reslex === 'off' ? 0 : number('reslex')) | (support << 2));
  put(0x149, Math.max(0, number('i_sens') - 1) | (Math.max(0, number('e_sens') - 1) << 3));
  put(0x14c, twice('max_apap', 'max_ipap'));
  put(0x14d, (MODES[mode]! << 4) | number('sensitivity'));
  put(0x14f, Math.max(0, number('rise_time') - 1) << 6);
  put(0x151, settings.reslex_control === 'patient' ? 0x80 : 0);
  put(0x152, Math.round(number('ti_min') * 10));
  put(0x153, Math.round(number('ti_max') * 10));
  put(0x160, MASKS.indexOf(String(settings.mask)));
  put(0x162, TUBES.indexOf(String(settings.air_tube)));
  put(0x164, level('heated_tube'));
  put(0x165, bit('smart_c_flag', 0) | bit('smart_a_flag', 1) | bit('smart_b_flag', 2));
}
