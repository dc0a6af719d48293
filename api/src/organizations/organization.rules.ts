import { array, number, object, string, type InferType } from 'yup';
import { requiredLine } from '../shared/address.rules.ts';
import { textOnly } from '../shared/text.rules.ts';
import { locationRules } from '../locations/location.rules.ts';

/** Most characters of a DME ID. */
const MAX_DME_ID = 64;

/** Existing clients send the value of a select: text, empty for none. */
const idRule = number()
  .transform((value: unknown, original: unknown) => (original === '' ? null : value))
  .integer('invalid')
  .typeError('invalid')
  .nullable();

/** What the rules ask about a type of organization. */
interface TypeFacts {
  id: number;
  isClinical: boolean;
}

/** The name and the type of an organization. A clinical type is required of a clinic; of another organization it is dropped. */
const typeFields = (types: readonly TypeFacts[]) => {
  const isClinical = (typeId: unknown) => types.some(({ id, isClinical: clinical }) => id === typeId && clinical);
  return {
    name: requiredLine,
    typeId: idRule
      .default(null)
      .test('required', 'required', (id) => id !== null)
      .test('known', 'invalid', (id) => id === null || types.some((type) => type.id === id)),
    clinicalTypeId: idRule
      .default(null)
      .when('typeId', ([typeId], rule) =>
        isClinical(typeId) ? rule.test('required', 'required', (id) => id !== null) : rule.transform(() => null),
      ),
  };
};

/**
 * The form of a new organization with its primary location (document 001, section 5). `types`: those that an
 * organization can have.
 */
export const createOrganizationRules = (types: readonly TypeFacts[]) =>
  object({
    ...typeFields(types),
    dmeId: string()
      .transform(textOnly((text) => text.trim() || null))
      .typeError('invalid')
      .nullable()
      .default(null)
      .test('length', 'invalid', (id) => !id || (id.length <= MAX_DME_ID && !/\p{Cc}/u.test(id) && id.isWellFormed())),
    // Without a location, each of its fields is missing.
    locations: array(locationRules.default(undefined).nonNullable('invalid').typeError('invalid'))
      .transform((value: unknown) => (Array.isArray(value) && value.length === 0 ? [{}] : value))
      .typeError('invalid')
      .default([{}] as never)
      .max(1, 'organization.one_location'),
  });

/** The form of an organization that exists. */
export const updateOrganizationRules = (types: readonly TypeFacts[]) => object(typeFields(types));

/** Valid input of a new organization. */
export type NewOrganization = Omit<InferType<ReturnType<typeof createOrganizationRules>>, 'locations'> & {
  locations: [InferType<typeof locationRules>];
};

/** Valid input of an organization that exists. */
export type OrganizationUpdate = InferType<ReturnType<typeof updateOrganizationRules>>;
