import { changedSettings } from './device-settings.rules.ts';
import type { SettingValue } from './settings-catalog.rules.ts';
import type { SettingsFailure, SettingsStatus } from './settings-record.entity.ts';

type Values = Record<string, SettingValue>;

/** A device's answer to a change that it fetched. `values`: the settings that it now uses, or still uses. */
export type Answer =
  | { result: 'accepted'; values?: Values }
  | { result: 'clamped'; values: Values }
  | { result: 'refused'; reason: string; values?: Values };

/** The part of a settings record that decides its next state. */
export interface Held {
  id: number;
  state: SettingsStatus;
  values: Values;
  /** Submitted by staff, not collected. */
  isEdit: boolean;
  /** The device's answer, if any. */
  answer: Answer | null;
}

/** One step of the record keeping. The steps of a list are written in order, and no step leaves two current records. */
export type Step =
  | { kind: 'move'; id: number; to: 'past' | 'failed' | 'void'; failure?: SettingsFailure }
  /** The device uses this record's settings. */
  | { kind: 'confirm'; id: number }
  /** A new current record with the device's settings. */
  | { kind: 'collect'; values: Values }
  /** A user takes the change out of the column of the pending change; its state stays. */
  | { kind: 'dismiss'; id: number };

/**
 * applied: the change took this answer. late: it had been replaced or had expired. repeated, contradicted: it already
 * had the same answer, or a different one.
 */
export type AnswerOutcome = 'applied' | 'late' | 'repeated' | 'contradicted';

const isCurrent = ({ state }: Held) => state === 'current' || state === 'defaults';

/** Whether two sets of settings are equal on a device. */
export const sameSettings = (one: Values, other: Values): boolean =>
  changedSettings(one, other).length === 0 && changedSettings(other, one).length === 0;

/** Whether two answers are equal, in any order of their fields. */
export function sameAnswer(one: Answer, other: Answer): boolean {
  const reason = (answer: Answer) => (answer.result === 'refused' ? answer.reason : null);
  const values = (answer: Answer) =>
    JSON.stringify(Object.entries(answer.values ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
  return one.result === other.result && reason(one) === reason(other) && values(one) === values(other);
}

/**
 * Returns the steps for a report of the device's settings, which are the truth. Unchanged settings confirm the same
 * record.
 */
export function reported(records: readonly Held[], values: Values): Step[] {
  const current = records.find(isCurrent);
  if (current && sameSettings(current.values, values)) return [{ kind: 'confirm', id: current.id }];
  return [...(current ? [{ kind: 'move', id: current.id, to: 'past' } as const] : []), { kind: 'collect', values }];
}

/**
 * Returns the steps for a device's answer to a submitted change.
 *   accepted  the change itself becomes current, and the previous current record is past
 *   clamped   the change is past ("Delivered"), and the device's values are current, collected by wireless
 *   refused   the change has failed
 * An answer to a change that was replaced or expired does not change it, but reports the device's settings.
 */
export function answered(
  records: readonly Held[],
  record: Held,
  answer: Answer,
): { outcome: AnswerOutcome; steps: Step[] } {
  if (record.answer) return { outcome: sameAnswer(record.answer, answer) ? 'repeated' : 'contradicted', steps: [] };
  const uses = answer.values ?? (answer.result === 'accepted' ? record.values : null);
  const others = records.filter(({ id }) => id !== record.id);
  if (record.state !== 'pending') return { outcome: 'late', steps: uses ? reported(records, uses) : [] };
  if (answer.result === 'refused')
    return {
      outcome: 'applied',
      steps: [
        { kind: 'move', id: record.id, to: 'failed', failure: 'refused' },
        ...(uses ? reported(others, uses) : []),
      ],
    };
  const current = others.find(isCurrent);
  const retire: Step[] = current ? [{ kind: 'move', id: current.id, to: 'past' }] : [];
  if (sameSettings(uses!, record.values))
    return { outcome: 'applied', steps: [...retire, { kind: 'confirm', id: record.id }] };
  return {
    outcome: 'applied',
    steps: [{ kind: 'move', id: record.id, to: 'past' }, ...retire, { kind: 'collect', values: uses! }],
  };
}

/** A record whose change may still be pending. */
type Change = Pick<Held, 'id' | 'state'>;

/** Returns the step of a pending change; none for a change that is over, which stays as it is. */
const leaves = ({ id, state }: Change, to: 'failed' | 'void', failure?: SettingsFailure): Step[] =>
  state === 'pending' ? [{ kind: 'move', id, to, ...(failure && { failure }) }] : [];

/** The time of a change is over without an answer: it has failed. */
export const expired = (change: Change): Step[] => leaves(change, 'failed', 'expired');

/** A newer change takes the place of a pending one, which is void, also when the device has fetched it. */
export const replaced = (change: Change): Step[] => leaves(change, 'void');

/** A user withdraws a pending change: it is void. */
export const withdrawn = (change: Change): Step[] => leaves(change, 'void');

/** A user dismisses a change that was not delivered; none for a change that is pending or that the device applied. */
export const dismissed = ({ id, state }: Change): Step[] =>
  state === 'failed' || state === 'void' ? [{ kind: 'dismiss', id }] : [];

/** Whether a change may be sent again as it is. A void one was replaced or withdrawn by a decision of its own. */
export const maySendAgain = ({ state }: Change): boolean => state === 'failed';

/** The assignment has ended: a pending change is void, because no session of the device will fetch it. */
export const ended = (change: Change): Step[] => leaves(change, 'void', 'device-ended');
