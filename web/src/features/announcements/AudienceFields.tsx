import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Combobox } from '../../components/Combobox.tsx';
import { FormField } from '../../components/FormField.tsx';
import { Multiselect } from '../../components/Multiselect.tsx';
import { graphql } from '../../lib/graphql.ts';
import type { AnnouncementValues } from './announcementValues.ts';
import { useAnnouncementRolesQuery, useFindAnnouncementOrganizations } from './gql/AudienceFields.ts';

graphql(`
  query AnnouncementRoles {
    roles(first: 500) {
      edges {
        node {
          id
          name
          label
        }
      }
    }
  }
`);

graphql(`
  query FindAnnouncementOrganizations($search: String!) {
    announcementOrganizations(search: $search) {
      id
      name
    }
  }
`);

/** The users that an announcement concerns: of one organization or of all, and with some roles or with any. */
export function AudienceFields(props: {
  form: UseFormReturn<AnnouncementValues>;
  /** Names of the organizations that were chosen. */
  names: ReadonlyMap<string, string>;
  onName: (id: string, name: string) => void;
}) {
  const { t } = useTranslation('announcements');
  const findOrganizations = useFindAnnouncementOrganizations();
  const { data } = useAnnouncementRolesQuery();
  const { control, formState } = props.form;
  const roles = (data?.roles.edges ?? []).map(({ node: { name, label } }) => ({
    value: name,
    label,
    description: name,
  }));

  return (
    <>
      <Controller
        control={control}
        name="organizationId"
        render={({ field }) => (
          <FormField
            label={t('organization')}
            help={t('organizationHelp')}
            error={formState.errors.organizationId?.message}
          >
            <Combobox
              minLetters={2}
              options={async (search, signal) =>
                (await findOrganizations({ search }, { signal })).map(({ id, name }) => ({ value: id, label: name }))
              }
              value={field.value ? { value: field.value, label: props.names.get(field.value) ?? '' } : null}
              onChange={(option) => {
                if (option) props.onName(option.value, option.label);
                field.onChange(option?.value ?? null);
              }}
            />
          </FormField>
        )}
      />
      <Controller
        control={control}
        name="roles"
        render={({ field }) => (
          <FormField label={t('roles')} help={t('rolesHelp')} error={formState.errors.roles?.message}>
            <Multiselect
              options={roles}
              value={field.value.map(
                (name) => roles.find(({ value }) => value === name) ?? { value: name, label: name, description: name },
              )}
              onChange={(chosen) => field.onChange(chosen.map(({ value }) => value))}
            />
          </FormField>
        )}
      />
    </>
  );
}
