import { CardWriter, partsOf } from './card-writer.ts';
import type { PlannedSettings } from './card-plan.ts';

const MODES: Record<string, number> = { CPAP: 0, AutoCPAP: 1, S: 2, AutoS: 6 };
const TUBES = ['22_mm', '15_mm', '22_mm_heated', '15_mm_heated'];
const MASKS = ['full_face', 'nasal', 'pillows', 'other'];

/** Returns a `TS` block with these settings. */
export function therapyBlock(settings: PlannedSettings): Uint8Array {
  const block = new CardWriter(256);
  const { mode } = settings;
  const number = (name: string) => Number(settings[name] ?? 0);
  const pressure = (at: number, name: string) => name in settings && block.u16(at, Math.round(number(name) * 100));
  const flag = (at: number, name: string) => block.u8(at, settings[name] === true ? 1 : 0);
  block.text(0, 'TS').u8(0x08, MODES[mode]!);
  pressure(0x18, mode === 'CPAP' || mode === 'AutoCPAP' ? 'initial_p' : 'initial_epap');
  pressure(0x0a, 'treat_p');
  pressure(0x0a, 'epap');
  pressure(0x0e, 'min_apap');
  pressure(0x0e, 'min_epap');
  pressure(0x10, 'max_apap');
  pressure(0x12, 'ipap');
  pressure(0x16, 'max_ipap');
  block
    .u16(0x1a, 300)
    .u8(0x1e, Math.round(number('ti_min') * 10))
    .u8(0x20, Math.round(number('ti_max') * 10));
  block.u8(0x30, number('i_sens')).u8(0x31, number('e_sens')).u8(0x32, 1);
  flag(0x36, mode === 'CPAP' ? 'smart_c_flag' : mode === 'AutoCPAP' ? 'smart_a_flag' : 'smart_b_flag');
  const isAuto = (name: string) => settings[name] === 'auto';
  block.u8(0x82, isAuto('ramp_time') ? 20 : number('ramp_time'));
  block.u8(0x86, settings.reslex === 'off' ? 0 : number('reslex'));
  block.u8(0x87, isAuto('humidifier') || settings.humidifier === 'off' ? 0 : number('humidifier'));
  block.u8(0x8a, (isAuto('ramp_time') ? 1 : 0) | (isAuto('humidifier') ? 4 : 0));
  flag(0x8c, 'auto_on_flag');
  flag(0x8d, 'auto_off_flag');
  block.u8(0x8e, MASKS.indexOf(String(settings.mask))).u8(0x8f, TUBES.indexOf(String(settings.air_tube)));
  flag(0xb3, 'leak_alert_flag');
  return block.blockSum(0).bytes;
}

const systemBlock = (mode: string) => new CardWriter(256).text(0, 'SS').u8(0x1c, MODES[mode]!).blockSum(0).bytes;

/**
 * Writes a `.set`: a stale first section, a second one with a block for each mode, filler, and perhaps a tail that is no
 * whole block.
 */
export function writeSet(current: PlannedSettings, stale: PlannedSettings, changed: string, tail: number) {
  const header = new CardWriter(256).text(0, 'SH');
  const [year, month, day] = partsOf(changed);
  header
    .u8(0x0c, year - 1900, month, day, 9, 41, 7)
    .u16(0x12, 23)
    .blockSum(0);
  const others = Object.keys(MODES).filter((mode) => mode !== current.mode);
  const blocks = [
    header.bytes,
    systemBlock(stale.mode),
    therapyBlock({ ...stale, humidifier: 1, ramp_time: 35 }),
    systemBlock(current.mode),
    therapyBlock(current),
    ...others.map((mode) => therapyBlock({ ...current, mode })),
    new Uint8Array(512).fill(0xff),
    new Uint8Array(tail).fill(0x5a),
  ];
  const bytes = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    bytes.set(block, at);
    at += block.length;
  }
  return { bytes, changedAt: `${changed}T09:41:07` };
}
