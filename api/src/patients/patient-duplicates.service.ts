import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { loadAll } from '../shared/load-all.ts';
import { rowId } from '../shared/node.ts';
import { isPhone, phoneDigits } from '../shared/phone.rules.ts';
import { isCalendarDate, nameKey, plainText } from '../shared/text.rules.ts';
import type { DuplicateReason, PossibleDuplicate, PossibleDuplicatesInput } from './patient-duplicates.types.ts';
import { canCreatePatient, canUpdatePatients } from './patients.policy.ts';
import { patientsById } from './patients.service.ts';

/** Most characters that are compared; longer text is no name, phone number or e-mail address of a patient. */
const MAX_LENGTH = 255;

const textOf = (entered: string | null | undefined): string =>
  entered && entered.length <= MAX_LENGTH && entered.isWellFormed() ? entered.replaceAll('\0', '').trim() : '';

function digitsOf(entered: string | null | undefined): string[] {
  const digits = phoneDigits(null, textOf(entered)) as string | null;
  return digits && isPhone(digits) ? [digits] : [];
}

/** The name as patients are sorted by it (name_key); null without a last name. */
function nameKeyOf({ firstName, lastName }: PossibleDuplicatesInput): string | null {
  const [first, last] = [textOf(firstName), textOf(lastName)].map((name) => name.replace(/\s+/g, ' '));
  return last ? nameKey([last, first!]) : null;
}

function exceptedIn({ exceptId }: PossibleDuplicatesInput): number | null {
  return exceptId === null || exceptId === undefined || exceptId === '' ? null : rowId('Patient', exceptId);
}

/**
 * Returns at most 5 patients that the viewer may see and that may be the one being entered, with the reasons, the best
 * match first: by name and birth date, by a phone number, by e-mail address, or by Patient ID. It is a warning and refuses nothing.
 */
export async function possibleDuplicates(ctx: Context, input: PossibleDuplicatesInput): Promise<PossibleDuplicate[]> {
  authorize(canCreatePatient(ctx.viewer) || canUpdatePatients(ctx.viewer));
  const birthDate = textOf(input.birthDate);
  const phones = [...digitsOf(input.phone), ...digitsOf(input.mobilePhone)];
  const found = await ctx.em.execute<{ id: number; reasons: DuplicateReason[] }[]>(
    'select id, reasons from possible_duplicates(?::text, ?::date, ?::text[], ?::text, ?::int, ?::text)',
    [
      nameKeyOf(input),
      isCalendarDate(birthDate) ? birthDate : null,
      `{${phones.join()}}`,
      textOf(input.email).toLowerCase() || null,
      exceptedIn(input),
      plainText(textOf(input.assignedId)) || null,
    ],
  );
  const patients = await loadAll(
    ctx,
    patientsById,
    found.map(({ id }) => id),
  );
  return found.flatMap(({ reasons }, index) => {
    const patient = patients[index];
    return patient ? [{ patient, reasons }] : [];
  });
}
