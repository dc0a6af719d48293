import { useEffect, useRef, useState } from 'react';
import { leadingAndTrailing } from '../../lib/debounce.ts';
import { camelCase, type UserError } from '../../lib/userErrors.ts';
import type { EquipmentField, EquipmentValues } from './equipmentModes.ts';
import { isFieldError } from './equipmentSteps.ts';
import type { EquipmentFormReturn } from './useEquipmentForm.ts';

/** Milliseconds (document 000, section 9). */
const pause = 1500;

type Check = (
  values: EquipmentValues,
  only: readonly EquipmentField[],
) => Promise<{ userErrors: readonly UserError[] }>;

/** The server's word on the fields while they are typed. One for each form; `check` of its first rendering serves. */
function createLiveCheck(form: EquipmentFormReturn, check: Check) {
  const versions = new Map<EquipmentField, number>();
  const waiting = new Set<EquipmentField>();
  const versionOf = (field: EquipmentField) => versions.get(field) ?? 0;

  async function ask() {
    const equipment = form.getValues();
    const fields = [...waiting].filter((field) => equipment[field]);
    waiting.clear();
    if (fields.length === 0) return;
    const asked = new Map(fields.map((field) => [field, versionOf(field)]));
    // A check that gets lost is nothing to tell: submitting asks again.
    const answer = await check(equipment, fields).catch(() => null);
    for (const field of fields) {
      // The field has changed since: this answer is about something else.
      if (versionOf(field) !== asked.get(field)) continue;
      const refused = answer?.userErrors.find((error) => camelCase(error.field) === field && isFieldError(error));
      if (refused) form.setError(field, { type: refused.code, message: refused.message });
    }
  }

  const debounced = leadingAndTrailing(() => void ask(), pause);
  return {
    /** To be called with every change of a field. */
    changed(field: EquipmentField) {
      versions.set(field, versionOf(field) + 1);
      // Trying a PIN counts as an attempt, so typing one asks nothing.
      if (field === 'pinNumber') return;
      waiting.add(field);
      debounced.call();
    },
    /** Forgets what is waiting and the answers on their way: the form is submitted or closed. */
    drop() {
      debounced.cancel();
      waiting.clear();
      for (const field of versions.keys()) versions.set(field, versionOf(field) + 1);
    },
  };
}

/** Asks the server about changed fields, at the first change and 1500 ms after the last; stale answers are dropped. */
export function useLiveCheck(form: EquipmentFormReturn, check: Check) {
  const latest = useRef(check);
  useEffect(() => {
    latest.current = check;
  });
  // eslint-disable-next-line react-hooks/refs -- read when a check runs, never while rendering
  const [live] = useState(() => createLiveCheck(form, (equipment, only) => latest.current(equipment, only)));
  useEffect(() => () => live.drop(), [live]);
  return live;
}
