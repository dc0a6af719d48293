import { yupResolver } from '@hookform/resolvers/yup';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { AnyObjectSchema } from 'yup';
import { DEPENDENT } from '#rules/patients/patient';
import { changedPatientFields, type PatientField, type PatientValues } from './patientFormValues.ts';

/**
 * Returns the resolver of the rules. What stays as it is stored (`before`) is not checked, as on the server: an older
 * value that the rules refuse today may stay, and a partner cannot change it.
 */
export function resolverOf(rules: AnyObjectSchema, before: PatientValues | null): Resolver<PatientValues> {
  const resolve = yupResolver(rules) as Resolver<PatientValues>;
  if (!before) return resolve;
  return async (values, context, options) => {
    const result = await resolve(values, context, options);
    const changed = changedPatientFields(before, values);
    const checked = [...changed, ...changed.flatMap((field) => DEPENDENT[field] ?? [])];
    const errors = Object.fromEntries(
      Object.entries(result.errors).filter(([name]) => checked.includes(name as PatientField)),
    ) as FieldErrors<PatientValues>;
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
}
