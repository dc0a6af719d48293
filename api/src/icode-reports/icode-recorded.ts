import { addDays } from '../shared/dates.ts';
import { COMPLIANT_MINUTES } from './icode-figures.ts';

/** A night that the device recorded and sent, or that was read from its card. */
export interface RecordedNight {
  /** YYYY-MM-DD of the evening. */
  night: string;
  minutes: number;
}

/** Compliant nights, both ends included. */
export interface AllowedNights {
  least: number;
  most: number;
}

/**
 * SQL of the nights `n` that a code of their device is compared with. A date that was corrected says that the device had
 * another one: such a night is as good as missing.
 */
export const IS_RECORDED = "n.source in ('wireless', 'sd') and n.usage_date = n.night and n.state = 1";

/** Minutes by which a code and a recorded night may round the same use differently. */
const ROUNDED = 1;

interface CodePeriod {
  collected: string;
  icodePeriod: number;
}

/**
 * Returns how many nights of a code's period can be compliant by the recorded nights of its device. Pure. A night that is
 * not recorded can be either, because it may not have arrived. So can a night within a minute of the threshold, one of
 * which two sources say different things, and a short one after which none has arrived, because use only grows.
 */
export function allowedBy({ collected, icodePeriod }: CodePeriod, nights: readonly RecordedNight[]): AllowedNights {
  const first = addDays(collected, -icodePeriod);
  let newest = '';
  const used = new Map<string, { fewest: number; most: number }>();
  for (const { night, minutes } of nights) {
    if (night > newest) newest = night;
    if (night < first || night >= collected) continue;
    const { fewest, most } = used.get(night) ?? { fewest: minutes, most: minutes };
    used.set(night, { fewest: Math.min(fewest, minutes), most: Math.max(most, minutes) });
  }
  const allowed = { least: 0, most: icodePeriod };
  for (const [night, { fewest, most }] of used) {
    if (fewest > COMPLIANT_MINUTES + ROUNDED) allowed.least += 1;
    else if (most < COMPLIANT_MINUTES - ROUNDED && night < newest) allowed.most -= 1;
  }
  return allowed;
}
