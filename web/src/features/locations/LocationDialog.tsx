import { yupResolver } from '@hookform/resolvers/yup';
import { locationRules, type LocationInput } from '#rules/organizations/location';
import type { Country } from '#rules/shared/address';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/FormDialog.tsx';
import { LocationFields } from '../../components/LocationFields.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../gql/gql.ts';
import { useCreateLocation, useUpdateLocation } from '../../gql/hooks.ts';
import { defaultCountry } from '../../lib/appRegion.ts';
import { formatPhone } from '../../lib/phone.ts';
import { useOpened } from '../../lib/useOpened.ts';
import type { UserError } from '../../lib/userErrors.ts';
import type { LocationRow } from './LocationsPanel.tsx';
import { PLACE_QUERIES } from '../../lib/placeQueries.ts';

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
      ...UserErrors
      userErrors {
        value
      }
    }
  }
`);

type Refused = { userErrors: readonly UserError[] };

/** Returns what the user changed: another user may have changed the rest since the dialog was opened. */
const changesOf = (location: LocationRow, data: LocationInput): Partial<LocationInput> =>
  Object.fromEntries(Object.entries(data).filter(([field, value]) => value !== location[field as keyof LocationInput]));

/** A new location of an organization, or the data of one. */
export function LocationDialog(props: { organizationId: string; location?: LocationRow; onClose: () => void }) {
  const { t } = useTranslation('locations');
  const { organizationId, onClose } = props;
  const { opened: location, seen, refusedWith } = useOpened(props.location);
  const create = useCreateLocation();
  const update = useUpdateLocation();
  const submitForm = useSubmitForm<LocationInput>({
    resolver: yupResolver(locationRules),
    defaultValues: {
      name: location?.name ?? '',
      address1: location?.address1 ?? '',
      address2: location?.address2 ?? '',
      country: (location?.country as Country | undefined) ?? defaultCountry(),
      state: location?.state ?? '',
      city: location?.city ?? '',
      zip: location?.zip ?? '',
      phone: formatPhone(location?.phone ?? null),
      customId: location?.customId ?? '',
    },
    async onSubmit(data, { saving, saved }) {
      const options = { refetchQueries: PLACE_QUERIES };
      const changes = location && changesOf(location, data);
      const { userErrors } = await saving<Refused>(
        changes
          ? update({ input: { locationId: String(location.databaseId), ...changes, opened: seen(changes) } }, options)
          : create({ input: { organizationId, ...data } }, options),
      );
      if (userErrors.length > 0) return refusedWith(userErrors);
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
      <LocationFields form={submitForm.form} />
    </FormDialog>
  );
}
