import {
  defaultSettings,
  type ModelKind,
  type SettingName,
  type SettingValue,
} from '../device-settings/settings-catalog.rules.ts';
import type { SettingsFailure, SettingsStatus } from '../device-settings/settings-record.entity.ts';
import { addDays, instant } from './calendar.ts';
import type { Random } from './random.ts';
import type { Sources } from './stories.ts';

type Row = Record<string, unknown>;
type Values = Partial<Record<SettingName, SettingValue>>; // a name that the catalog does not contain does not compile

const KINDS: Record<number, ModelKind> = {
  1: 'cpap',
  2: 'cpap',
  3: 'cpap',
  4: 'bilevel',
  5: 'bilevel',
  6: 'ventilator',
};

/**
 * The settings that a titration may change, one by one, with pressures in this order: a lower bound never exceeds an
 * upper one.
 */
const ADJUSTMENTS: Record<ModelKind, (random: Random, values: Values) => Values> = {
  cpap: (random, values) =>
    values.mode === 'CPAP'
      ? { treat_p: half(random, 7, 12) }
      : { min_apap: half(random, 5, 8), max_apap: half(random, 12, 18), sensitivity: random.int(2, 4) },
  bilevel: (random, values) =>
    values.mode === 'AutoS'
      ? { min_epap: half(random, 5, 7), max_ipap: half(random, 16, 22) }
      : { epap: half(random, 5, 8), ipap: half(random, 11, 17) },
  ventilator: (random) => ({
    epap: half(random, 5, 8),
    ipap: half(random, 14, 20),
    rate: random.int(12, 18),
    ti: random.int(10, 15) / 10,
  }),
};

const half = (random: Random, lowest: number, highest: number) => random.int(lowest * 2, highest * 2) / 2;

const comfort = (random: Random): Values => ({
  ramp_time: random.pick([0, 5, 10, 20, 30, 45]),
  humidifier: random.pick(['off', 1, 2, 3, 4, 'auto']),
  mask: random.pick(['full_face', 'nasal', 'pillows']),
});

const changed = (random: Random, kind: ModelKind, values: Values): Values => ({
  ...values,
  ...ADJUSTMENTS[kind](random, values),
  ...(random.chance(0.6) ? comfort(random) : {}),
});

export interface SettingsOwner {
  orgId: number;
  patientId: number;
  historyId: number;
  model: number;
  sources: Sources;
  start: string;
  /** Last night of the device's data. */
  last: string;
  submitter: { id: number; name: string };
}

const SOURCE: Record<Sources, string> = {
  none: 'SD card',
  wireless: 'Wireless',
  'wireless+sd': 'Wireless',
  sd: 'SD card',
  qr: 'QR+',
  'sd+qr': 'SD card',
};

/**
 * Returns the settings records of one assignment: past collected ones, then the current one, then later submissions; and
 * the changes that were not delivered for the reasons `undelivered`.
 */
export function demoSettings(
  random: Random,
  owner: SettingsOwner,
  statuses: readonly SettingsStatus[],
  undelivered: readonly SettingsFailure[],
): Row[] {
  const kind = KINDS[owner.model]!;
  const defaults = defaultSettings(kind, kind === 'cpap' && random.chance(0.25) ? 'CPAP' : undefined);
  let values: Values = statuses.includes('defaults') ? defaults : changed(random, kind, defaults);
  const records = statuses.map((status, index): Row => {
    const back = statuses.length - index; // the newest is one day before the last data
    const edit = status === 'pending' || status === 'failed' || status === 'void';
    const day =
      status === 'pending' ? owner.last : index === 0 ? addDays(owner.start, 1) : addDays(owner.last, -7 * back);
    const time = instant(day < owner.start ? owner.start : day, random.int(50_400, 75_600));
    const shown: Values = edit
      ? changed(random, kind, { ...values, humidifier: values.humidifier === 'auto' ? 3 : 'auto' })
      : values;
    if (status === 'past') values = changed(random, kind, values);
    return {
      org_id: owner.orgId,
      patient_id: owner.patientId,
      history_id: owner.historyId,
      status,
      values: shown,
      is_edit: edit,
      submitted_by_id: edit ? owner.submitter.id : null,
      submitted_by_name: edit ? owner.submitter.name : null,
      submitted_at: edit ? time : null,
      collected_at: edit ? null : time,
      source: edit ? null : SOURCE[owner.sources],
      created_at: time,
      ...(status === 'failed' ? failureOf(isEven(owner) ? 'expired' : 'refused', time) : NO_FAILURE),
    };
  });
  return [...records, ...undelivered.map((failure, index) => dismissedChange(owner, failure, index, values))];
}

/** Half of the failed changes were refused by the device, with its reason; the others expired before it connected. */
const isEven = ({ historyId }: SettingsOwner) => Math.floor(historyId / 10) % 2 === 0;

/** A change that was not delivered and that staff dismissed on the day after; the newest is three days before the last data. */
function dismissedChange(owner: SettingsOwner, failure: SettingsFailure, index: number, values: Values): Row {
  const { submitter } = owner;
  const day = addDays(owner.last, -3 - 4 * index);
  const time = instant(day < owner.start ? owner.start : day, 57_600);
  return {
    org_id: owner.orgId,
    patient_id: owner.patientId,
    history_id: owner.historyId,
    status: failure === 'device-ended' ? 'void' : 'failed',
    values: { ...values, humidifier: values.humidifier === 'auto' ? 2 : 'auto' },
    is_edit: true,
    submitted_by_id: submitter.id,
    submitted_by_name: submitter.name,
    submitted_at: time,
    collected_at: null,
    source: null,
    created_at: time,
    ...failureOf(failure, time),
    dismissed_by_id: submitter.id,
    dismissed_by_name: submitter.name,
    dismissed_at: instant(addDays(day, 1), 57_600),
  };
}

const NO_FAILURE: Row = {
  failure: null,
  refusal: null,
  expires_at: null,
  sent_at: null,
  answered_at: null,
  answer: null,
  dismissed_by_id: null,
  dismissed_by_name: null,
  dismissed_at: null,
};

/** Why a change was not delivered, with the device's own reason when it refused. */
function failureOf(failure: SettingsFailure, submitted: string): Row {
  if (failure !== 'refused') return { ...NO_FAILURE, failure, expires_at: submitted };
  const reason = 'The humidifier is not attached.';
  return {
    ...NO_FAILURE,
    failure,
    refusal: reason,
    sent_at: submitted,
    answered_at: submitted,
    answer: { result: 'refused', reason, applied: true },
  };
}
