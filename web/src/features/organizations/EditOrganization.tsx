import { yupResolver } from '@hookform/resolvers/yup';
import { useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { firstField } from '../../components/firstField.ts';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../gql/gql.ts';
import type { OrganizationActions_organizationFragment } from '../../gql/graphql.ts';
import { useCheckUpdateOrganization, useOrganizationChoicesQuery, useUpdateOrganization } from '../../gql/hooks.ts';
import { useOpened } from '../../lib/useOpened.ts';
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
      ...UserErrors
      userErrors {
        value
      }
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

/** What the form changes. */
const valuesOf = ({ name, record }: OrganizationActions_organizationFragment) => ({
  name,
  typeId: record?.typeId ?? null,
  clinicalTypeId: record?.clinicalTypeId ?? null,
});

function EditForm({ organization, choices, onClose }: EditProps & { choices: OrganizationChoices }) {
  const { t } = useTranslation('organization-form');
  const check = useCheckUpdateOrganization();
  const update = useUpdateOrganization();
  const { id, record } = organization;
  const { opened, seen, refusedWith } = useOpened(valuesOf(organization));
  const { name } = opened;
  const [rules] = useState(() => updateRules(choices.organizationTypes));
  /** Only what the user changed: another user may have changed the rest since the dialog was opened. */
  const changesOf = (values: Values) => {
    const [typeId, clinicalTypeId] = [idOf(values.typeId), idOf(values.clinicalTypeId)];
    return {
      ...(values.name !== name && { name: values.name }),
      ...(typeId !== opened.typeId && { typeId }),
      ...(clinicalTypeId !== opened.clinicalTypeId && { clinicalTypeId }),
    };
  };
  const form = useSubmitForm<Values>({
    resolver: yupResolver(rules) as unknown as Resolver<Values>,
    mode: 'onTouched',
    defaultValues: {
      name,
      typeId: String(opened.typeId ?? ''),
      clinicalTypeId: String(opened.clinicalTypeId ?? ''),
    },
    live: {
      rules,
      ask: async (values, fields, signal) =>
        (await check({ input: { organizationId: id, ...changesOf(values) }, only: [...fields] }, { signal }))
          .userErrors,
    },
    async onSubmit(values, { saving, saved }) {
      const changes = changesOf(values);
      const input = { organizationId: id, ...changes, opened: seen(changes) };
      const { organization: changed, userErrors } = await saving(
        update({ input }, { refetchQueries: ['OrganizationPage'] }),
      );
      if (!changed) return [{ field: '', code: 'review', message: t('create.review') }, ...refusedWith(userErrors)];
      saved();
      toaster.success({ title: t('edit.saved', { name: changed.name }) });
      onClose();
    },
    onFailure: (failure) => (failure === 'failed' ? t('create.failed') : undefined),
  });
  return (
    <FormDialog form={form} title={t('edit.title')} onClose={onClose} submitLabel={t('edit.save')}>
      <OrganizationTypeFields
        form={form.form}
        choices={choices}
        fixedType={record?.draft ? undefined : t('edit.fixedType')}
      />
    </FormDialog>
  );
}
