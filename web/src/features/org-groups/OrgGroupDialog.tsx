import { Input } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { orgGroupRules } from '#rules/org-groups/org-groups';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormConflict } from '../../components/FormConflict.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { Multiselect } from '../../components/Multiselect.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useConflict } from '../../components/useConflict.ts';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { PLACE_QUERIES } from '../../lib/placeQueries.ts';
import type { UserError } from '../../lib/userErrors.ts';
import { useCreateOrgGroup, useUpdateOrgGroup } from './gql/OrgGroupDialog.ts';
import type { GroupLocation, GroupRow } from './OrgGroupsPanel.tsx';

graphql(`
  mutation CreateOrgGroup($input: CreateOrgGroupInput!) {
    createOrgGroup(input: $input) {
      group {
        id
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation UpdateOrgGroup($input: UpdateOrgGroupInput!) {
    updateOrgGroup(input: $input) {
      group {
        id
      }
      conflict {
        ...GroupRow_group @unmask
      }
      ...UserErrors
    }
  }
`);

type Refused = { userErrors: readonly UserError[] };

/** The values of the form of a group. */
const valuesOf = (group: GroupRow | null) => ({
  name: group?.name ?? '',
  locationIds: group?.locations.map(({ databaseId }) => String(databaseId)) ?? [],
});

/** A new group of an organization, or the name and the locations of one. Closed locations are offered to those that have them. */
export function OrgGroupDialog(props: {
  organizationId: string;
  locations: readonly GroupLocation[];
  group?: GroupRow;
  onClose: () => void;
}) {
  const { t } = useTranslation('org-groups');
  const { organizationId, group, onClose } = props;
  const protection = useConflict({ row: group ?? null, valuesOf, joins: true });
  const { known } = protection;
  const opened = valuesOf(known);
  const before = opened.locationIds;
  const options = props.locations
    .map(({ databaseId, name, closedAt }) => ({ value: String(databaseId), label: name, closedAt }))
    .filter(({ value, closedAt }) => !closedAt || before.includes(value));
  const create = useCreateOrgGroup();
  const update = useUpdateOrgGroup();
  const submitForm = useSubmitForm({
    resolver: yupResolver(orgGroupRules),
    defaultValues: opened,
    async onSubmit(data, { saving, saved }) {
      const refetch = { refetchQueries: PLACE_QUERIES };
      const answer: Refused | null = known
        ? await protection.save(data, ({ databaseId, version }, fields) => {
            const changes = Object.fromEntries(fields.map((field) => [field, data[field]]));
            return saving(update({ input: { groupId: String(databaseId), version, ...changes } }, refetch));
          })
        : await saving(create({ input: { organizationId, ...data } }, refetch));
      if (!answer) return;
      if (answer.userErrors.length > 0) return answer.userErrors;
      saved();
      toaster.success({ title: t(group ? 'updated' : 'added', { name: data.name }) });
      onClose();
    },
  });
  const { register, control, formState } = submitForm.form;
  const error = formState.errors.locationIds;
  const namesOf = (ids: readonly string[]) =>
    props.locations
      .filter(({ databaseId }) => ids.includes(String(databaseId)))
      .map(({ name }) => name)
      .join(', ');

  return (
    <FormDialog
      form={submitForm}
      title={group ? t('edit', { name: opened.name }) : t('add')}
      onClose={onClose}
      submitLabel={t('save')}
    >
      <FormConflict
        conflict={protection.open(submitForm.form)}
        labelOf={(field) => t(field === 'name' ? 'name' : 'locations')}
        textOf={(field, values) => (field === 'name' ? values.name : namesOf(values.locationIds))}
      />
      <FormField label={t('name')} error={formState.errors.name?.message} required>
        <Input autoComplete="off" data-autofocus="" {...register('name')} />
      </FormField>
      <Controller
        control={control}
        name="locationIds"
        render={({ field }) => (
          <FormField
            label={t('locations')}
            help={t('locationsHelp')}
            error={error && !Array.isArray(error) ? (error.message ?? error.root?.message) : undefined}
            required
          >
            <Multiselect
              options={options}
              value={options.filter(({ value }) => field.value.includes(value))}
              onChange={(chosen) => field.onChange(chosen.map(({ value }) => value))}
            />
          </FormField>
        )}
      />
    </FormDialog>
  );
}
