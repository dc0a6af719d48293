import { Input, Textarea } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { serviceAccountRules } from '#rules/service-accounts/service-accounts';
import { Controller, type Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { ScopeBoxes } from '../../components/ScopeBoxes.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { useCreateServiceAccount, useServiceAccountScopesQuery } from './gql/CreateServiceAccountDialog.ts';
import type { NewSecret } from './serviceAccount.ts';

graphql(`
  query ServiceAccountScopes {
    serviceAccountScopes {
      id
      description
    }
  }
`);

graphql(`
  mutation CreateServiceAccount($input: CreateServiceAccountInput!) {
    createServiceAccount(input: $input) {
      clientId
      clientSecret
      ...UserErrors
    }
  }
`);

interface Values {
  name: string;
  description: string;
  scopes: string[];
}

/** A new service account. Its secret is passed to `onCreated` and kept in no cache. */
export function CreateServiceAccountDialog(props: { onClose: () => void; onCreated: (secret: NewSecret) => void }) {
  const { t } = useTranslation('service-accounts');
  const { data, loading } = useServiceAccountScopesQuery();
  const create = useCreateServiceAccount();
  const submitForm = useSubmitForm<Values>({
    resolver: yupResolver(serviceAccountRules) as unknown as Resolver<Values>,
    defaultValues: { name: '', description: '', scopes: [] },
    async onSubmit(input, { saving, saved }) {
      const { clientId, clientSecret, userErrors } = await saving(create({ input }, { fetchPolicy: 'no-cache' }));
      if (userErrors.length > 0) return userErrors;
      saved();
      props.onCreated({ name: input.name, clientId: clientId!, secret: clientSecret });
    },
    onFailure: (failure) => (failure === 'failed' ? t('failed') : undefined),
  });
  const { control, register, formState } = submitForm.form;
  const { errors } = formState;
  return (
    <FormDialog form={submitForm} title={t('create')} onClose={props.onClose} submitLabel={t('save')}>
      <FormField label={t('name')} help={t('nameHelp')} error={errors.name?.message} required>
        <Input autoComplete="off" data-autofocus="" {...register('name')} />
      </FormField>
      <FormField label={t('description')} error={errors.description?.message}>
        <Textarea rows={2} {...register('description')} />
      </FormField>
      <Controller
        control={control}
        name="scopes"
        render={({ field: { value, onChange, onBlur }, fieldState: { error } }) => (
          <ScopeBoxes
            legend={t('scopes')}
            hint={t('atLeastOne')}
            scopes={data?.serviceAccountScopes ?? []}
            loading={loading}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            error={error?.message}
          />
        )}
      />
    </FormDialog>
  );
}
