import { yupResolver } from '@hookform/resolvers/yup';
import { locationRules, type LocationInput } from '#rules/locations/location';
import type { Country } from '#rules/shared/address';
import { displayPhone } from '#rules/shared/phone';
import { useTranslation } from 'react-i18next';
import { FormConflict } from '../../components/FormConflict.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { LocationFields } from '../../components/LocationFields.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useConflict } from '../../components/useConflict.ts';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { defaultCountry } from '../../lib/appRegion.ts';
import { differingFields } from '../../lib/differingFields.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatPhone } from '../../lib/phone.ts';
import type { UserError } from '../../lib/userErrors.ts';
import { useCreateLocation, useUpdateLocation } from './gql/LocationDialog.ts';
import type { LocationRow } from './LocationsPanel.tsx';
import { PLACE_QUERIES } from '../../lib/placeQueries.ts';
import { useLocationTexts } from './useLocationTexts.ts';

graphql(`
  mutation CreateLocation($input: CreateLocationInput!) {
    createLocation(input: $input) {
      location {
        id
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation UpdateLocation($input: UpdateLocationInput!) {
    updateLocation(input: $input) {
      location {
        id
      }
      conflict {
        ...LocationRow_location @unmask
      }
      ...UserErrors
    }
  }
`);

type Refused = { userErrors: readonly UserError[] };

/** The values of the form; of a new location without one. */
const valuesOf = (location: LocationRow | null): LocationInput => ({
  name: location?.name ?? '',
  address1: location?.address1 ?? '',
  address2: location?.address2 ?? '',
  country: (location?.country as Country | undefined) ?? defaultCountry(),
  state: location?.state ?? '',
  city: location?.city ?? '',
  zip: location?.zip ?? '',
  phone: formatPhone(location?.phone ?? null),
  customId: location?.customId ?? '',
});

/** The rules reduce a phone number to its digits. */
const differing = (before: LocationInput, after: LocationInput) =>
  differingFields(
    { ...before, phone: displayPhone(before.phone ?? '') },
    { ...after, phone: displayPhone(after.phone ?? '') },
  );

/** A new location of an organization, or the data of one. */
export function LocationDialog(props: { organizationId: string; location?: LocationRow; onClose: () => void }) {
  const { t } = useTranslation('locations');
  const { organizationId, onClose } = props;
  const protection = useConflict({ row: props.location ?? null, valuesOf, differing, joins: true });
  const location = protection.known;
  const textsOf = useLocationTexts();
  const create = useCreateLocation();
  const update = useUpdateLocation();
  const submitForm = useSubmitForm<LocationInput>({
    resolver: yupResolver(locationRules),
    defaultValues: valuesOf(location),
    async onSubmit(data, { saving, saved }) {
      const options = { refetchQueries: PLACE_QUERIES };
      const answer: Refused | null = location
        ? await protection.save(data, ({ databaseId, version }, fields) => {
            const changes = Object.fromEntries(fields.map((field) => [field, data[field]]));
            return saving(update({ input: { locationId: String(databaseId), version, ...changes } }, options));
          })
        : await saving(create({ input: { organizationId, ...data } }, options));
      if (!answer) return;
      if (answer.userErrors.length > 0) return answer.userErrors;
      saved();
      toaster.success({ title: t(location ? 'updated' : 'added', { name: data.name }) });
      onClose();
    },
  });
  return (
    <FormDialog
      form={submitForm}
      title={location ? t('edit', { name: location.name }) : t('add')}
      onClose={onClose}
      submitLabel={t('save')}
    >
      <FormConflict conflict={protection.open(submitForm.form)} {...textsOf} />
      <LocationFields form={submitForm.form} />
    </FormDialog>
  );
}
