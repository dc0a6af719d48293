import { array, object, string } from 'yup';
import { requiredLine } from '../shared/address.rules.ts';

/** The form of a group: its name and the locations that it covers, by their ids. */
export const orgGroupRules = object({
  name: requiredLine,
  locationIds: array(string().required('invalid'))
    .typeError('invalid')
    .required('required')
    .min(1, 'user.locations_required'),
});
