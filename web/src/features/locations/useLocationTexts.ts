import type { LocationInput } from '#rules/locations/location';
import { useTranslation } from 'react-i18next';
import type { ConflictTexts } from '../../components/FormConflict.tsx';

const LABELS = {
  name: 'address.locationName',
  address1: 'address.line1',
  address2: 'address.line2',
  country: 'address.country',
  state: 'address.state',
  city: 'address.city',
  zip: 'address.zip',
  phone: 'address.phone',
  customId: 'address.customId',
} as const satisfies Record<keyof LocationInput, string>;

/** Returns the names of the fields of a location, and their values as text. */
export function useLocationTexts(): ConflictTexts<LocationInput> {
  const { t } = useTranslation('components');
  return {
    labelOf: (field) => t(LABELS[field]),
    textOf: (field, values) =>
      field === 'country' ? t(`address.countries.${values.country as 'US' | 'CA'}`) : (values[field] ?? ''),
  };
}
