import { Input } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { trustedDomainRules } from '#rules/trusted-domains/trusted-domains';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import type { CreateTrustedDomainInput } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { useCheckCreateTrustedDomain, useCreateTrustedDomain } from './gql/AddTrustedDomainDialog.ts';

graphql(`
  query CheckCreateTrustedDomain($input: CreateTrustedDomainInput!) {
    checkCreateTrustedDomain(input: $input) {
      ...UserErrors
    }
  }
`);

graphql(`
  mutation CreateTrustedDomain($input: CreateTrustedDomainInput!) {
    createTrustedDomain(input: $input) {
      trustedDomain {
        id
      }
      ...UserErrors
    }
  }
`);

/** A new trusted domain. The name is checked while it is typed; saving reads the list again. */
export function AddTrustedDomainDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('trusted-domains');
  const check = useCheckCreateTrustedDomain();
  const create = useCreateTrustedDomain();
  const submitForm = useSubmitForm<CreateTrustedDomainInput>({
    resolver: yupResolver(trustedDomainRules),
    defaultValues: { name: '' },
    live: {
      rules: trustedDomainRules,
      ask: async (input, _fields, signal) => (await check({ input }, { signal })).userErrors,
    },
    async onSubmit(input, { saving, saved }) {
      const { userErrors } = await saving(create({ input }, { refetchQueries: ['TrustedDomainsPage'] }));
      if (userErrors.length > 0) return userErrors;
      saved();
      toaster.success({ title: t('added', { name: input.name }) });
      onClose();
    },
  });
  const { register, formState } = submitForm.form;

  return (
    <FormDialog form={submitForm} title={t('add')} onClose={onClose} submitLabel={t('save')}>
      <FormField label={t('name')} help={t('nameHelp')} error={formState.errors.name?.message} required>
        <Input autoComplete="off" data-autofocus="" {...register('name')} />
      </FormField>
    </FormDialog>
  );
}
