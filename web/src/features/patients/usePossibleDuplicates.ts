import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { isPhone, phoneDigits } from '#rules/shared/phone';
import type { PossibleDuplicatesInput } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { createLiveCheck } from '../../lib/liveCheck.ts';
import { useFindPossibleDuplicates, type FindPossibleDuplicatesQuery } from './gql/usePossibleDuplicates.ts';
import type { PatientField, PatientValues } from './patientFormValues.ts';

graphql(`
  query FindPossibleDuplicates($input: PossibleDuplicatesInput!) {
    possibleDuplicates(input: $input) {
      patient {
        id
        databaseId
        firstName
        lastName
        birthDate
      }
      reasons
    }
  }
`);

export type PossibleDuplicate = FindPossibleDuplicatesQuery['possibleDuplicates'][number];

const COMPARED: readonly PatientField[] = [
  'firstName',
  'lastName',
  'birthDate',
  'phone',
  'mobilePhone',
  'email',
  'assignedId',
];

/** One list, so that each key without a search leaves the form as it is drawn. */
const NONE: readonly PossibleDuplicate[] = [];

/** A phone number that is complete, else null. */
function completePhone(entered: string): string | null {
  const digits = phoneDigits(undefined, entered) as string | null;
  return digits && isPhone(digits) ? digits : null;
}

/** Returns what a person is recognized by; null until one of it is complete. */
function searchOf(values: PatientValues): Omit<PossibleDuplicatesInput, 'exceptId'> | null {
  const [firstName, lastName] = [values.firstName.trim(), values.lastName.trim()];
  const isNamed = lastName !== '' && values.birthDate !== null;
  const phone = completePhone(values.phone);
  const mobilePhone = completePhone(values.mobilePhone);
  const email = /.@.+\../.test(values.email) ? values.email.trim() : null;
  const assignedId = values.assignedId.trim() || null;
  if (!isNamed && !phone && !mobilePhone && !email && !assignedId) return null;
  const name = isNamed && { firstName, lastName, birthDate: values.birthDate };
  return { ...name, phone, mobilePhone, email, assignedId };
}

/**
 * Returns the patients who may be the one in the form: same name and birth date, phone number, e-mail address or Patient ID. They
 * are searched for while one of these is entered. `exceptId`: the patient that is changed.
 */
export function usePossibleDuplicates(
  form: UseFormReturn<PatientValues>,
  exceptId: string | null,
): readonly PossibleDuplicate[] {
  const find = useFindPossibleDuplicates();
  const [found, setFound] = useState(NONE);

  useEffect(() => {
    const live = createLiveCheck<readonly PossibleDuplicate[]>({
      ready: (changed) => (searchOf(form.getValues()) ? changed : []),
      ask: (_fields, signal) => find({ input: { ...searchOf(form.getValues()), exceptId } }, { signal }),
      show: (_fields, duplicates) => setFound(duplicates),
    });
    const { unsubscribe } = form.watch((_values, { name, type }) => {
      if (type !== 'change' || !COMPARED.includes(name as PatientField)) return;
      live.cancel();
      if (searchOf(form.getValues())) live.changed(name!);
      else setFound(NONE);
    });
    return () => {
      unsubscribe();
      live.stop();
    };
  }, [form, find, exceptId]);
  return found;
}
