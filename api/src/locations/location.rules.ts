import { object, type InferType } from 'yup';
import { optionalLine, placeFields, requiredLine } from '../shared/address.rules.ts';

/** The form of a location (document 001, section 5). */
export const locationRules = object({
  name: requiredLine,
  ...placeFields,
  address1: requiredLine,
  customId: optionalLine,
});

export type LocationInput = InferType<typeof locationRules>;
