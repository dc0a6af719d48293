import { object, type InferType } from 'yup';
import { optionalLine, placeFields, requiredLine } from '../shared/address.rules.ts';

/** The form of a location: "Required: location name, address 1, country, state or province, city" (document 001, section 5). */
export const locationRules = object({
  name: requiredLine,
  ...placeFields,
  address1: requiredLine,
  customId: optionalLine,
});

/** The data of a location. */
export type LocationData = InferType<typeof locationRules>;
