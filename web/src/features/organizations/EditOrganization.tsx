import { yupResolver } from '@hookform/resolvers/yup';
import { useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormConflict } from '../../components/FormConflict.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { firstField } from '../../components/firstField.ts';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useConflict } from '../../components/useConflict.ts';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { differingFields } from '../../lib/differingFields.ts';
import { graphql } from '../../lib/graphql.ts';
import { useOrganizationChoicesQuery } from './gql/AddOrganizationDialog.ts';
import { useCheckUpdateOrganization, useUpdateOrganization } from './gql/EditOrganization.ts';
import type { OrganizationActions_organizationFragment } from './gql/OrganizationActions.ts';
import { idOf, updateRules } from './organizationForm.ts';
import { OrganizationTypeFields, type OrganizationChoices } from './OrganizationTypeFields.tsx';

graphql(`
  query CheckUpdateOrganization($input: UpdateOrganizationInput!, $only: [String!]) {
    checkUpdateOrganization(input: $input, only: $only) {
      ...UserErrors
    }
  }
`);

graphql(`
  mutation UpdateOrganization($input: UpdateOrganizationInput!) {
    updateOrganization(input: $input) {
      organization {
        id
        name
        type
        record {
          clinicalType
        }
        ...OrganizationActions_organization
      }
      conflict {
        ...OrganizationActions_organization @unmask
      }
      ...UserErrors
    }
  }
`);

interface EditProps {
  organization: OrganizationActions_organizationFragment;
  onClose: () => void;
}

interface Values {
  name: string;
  typeId: string;
  clinicalTypeId: string;
}

/** The dialog that changes the name and the types of an organization. */
export function EditOrganization(props: EditProps) {
  const { t } = useTranslation('organization-form');
  const { data, error, refetch } = useOrganizationChoicesQuery();
  if (data) return <EditForm {...props} choices={data} />;
  return (
    <Modal open onClose={props.onClose} title={t('edit.title')} finalFocus={firstField}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={3} height="10" />}
    </Modal>
  );
}

const LABELS = { name: 'create.name', typeId: 'create.type', clinicalTypeId: 'create.clinicalType' } as const;

/** What the form changes. */
const valuesOf = ({ name, record }: OrganizationActions_organizationFragment): Values => ({
  name,
  typeId: String(record?.typeId ?? ''),
  clinicalTypeId: String(record?.clinicalTypeId ?? ''),
});

/** The rules make numbers of the ids. */
const textual = ({ name, typeId, clinicalTypeId }: Values): Values => ({
  name,
  typeId: String(typeId ?? ''),
  clinicalTypeId: String(clinicalTypeId ?? ''),
});
const differing = (before: Values, after: Values) => differingFields(textual(before), textual(after));

function EditForm({ organization, choices, onClose }: EditProps & { choices: OrganizationChoices }) {
  const { t } = useTranslation('organization-form');
  const check = useCheckUpdateOrganization();
  const update = useUpdateOrganization();
  const { id, record } = organization;
  const protection = useConflict({ row: organization, valuesOf, differing, joins: true });
  const opened = protection.before!;
  const [rules] = useState(() => updateRules(choices.organizationTypes));
  /** Only what the user changed. */
  const changesOf = (values: Values) => {
    const all = { name: values.name, typeId: idOf(values.typeId), clinicalTypeId: idOf(values.clinicalTypeId) };
    return Object.fromEntries(differing(opened, values).map((field) => [field, all[field]]));
  };
  const form = useSubmitForm<Values>({
    resolver: yupResolver(rules) as unknown as Resolver<Values>,
    mode: 'onTouched',
    defaultValues: opened,
    live: {
      rules,
      ask: async (values, fields, signal) =>
        (await check({ input: { organizationId: id, ...changesOf(values) }, only: [...fields] }, { signal }))
          .userErrors,
    },
    async onSubmit(values, { saving, saved }) {
      const answer = await protection.save(values, ({ version }) => {
        const input = { organizationId: id, version, ...changesOf(values) };
        return saving(update({ input }, { refetchQueries: ['OrganizationPage'] }));
      });
      if (!answer) return;
      const { organization: changed, userErrors } = answer;
      if (!changed) return [{ field: '', code: 'review', message: t('create.review') }, ...userErrors];
      saved();
      toaster.success({ title: t('edit.saved', { name: changed.name }) });
      onClose();
    },
    onFailure: (failure) => (failure === 'failed' ? t('create.failed') : undefined),
  });
  const typeNames = new Map<string, string>([
    ...choices.organizationTypes.map(({ databaseId, type }) => [`typeId ${databaseId}`, type] as const),
    ...choices.clinicalTypes.map(({ databaseId, type }) => [`clinicalTypeId ${databaseId}`, type] as const),
  ]);
  return (
    <FormDialog form={form} title={t('edit.title')} onClose={onClose} submitLabel={t('edit.save')}>
      <FormConflict
        conflict={protection.open(form.form)}
        labelOf={(field) => t(LABELS[field])}
        textOf={(field, values) =>
          field === 'name' ? values.name : (typeNames.get(`${field} ${values[field]}`) ?? '')
        }
      />
      <OrganizationTypeFields
        form={form.form}
        choices={choices}
        fixedType={record?.draft ? undefined : t('edit.fixedType')}
      />
    </FormDialog>
  );
}
