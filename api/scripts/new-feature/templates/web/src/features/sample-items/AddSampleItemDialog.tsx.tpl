import { Input } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { sampleItemRules } from '#rules/sample-items/sample-items';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import type { CreateSampleItemInput } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { useCheckCreateSampleItem, useCreateSampleItem } from './gql/AddSampleItemDialog.ts';

graphql(`
  query CheckCreateSampleItem($input: CreateSampleItemInput!) {
    checkCreateSampleItem(input: $input) {
      ...UserErrors
    }
  }
`);

graphql(`
  mutation CreateSampleItem($input: CreateSampleItemInput!) {
    createSampleItem(input: $input) {
      sampleItem {
        id
      }
      ...UserErrors
    }
  }
`);

/** A new sample item. The name is checked while it is typed; saving reads the list again. */
export function AddSampleItemDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sample-items');
  const check = useCheckCreateSampleItem();
  const create = useCreateSampleItem();
  const submitForm = useSubmitForm<CreateSampleItemInput>({
    resolver: yupResolver(sampleItemRules),
    defaultValues: { name: '' },
    live: {
      rules: sampleItemRules,
      ask: async (input, _fields, signal) => (await check({ input }, { signal })).userErrors,
    },
    async onSubmit(input, { saving, saved }) {
      const { userErrors } = await saving(create({ input }, { refetchQueries: ['SampleItemsPage'] }));
      if (userErrors.length > 0) return userErrors;
      saved();
      toaster.success({ title: t('added', { name: input.name }) });
      onClose();
    },
  });
  const { register, formState } = submitForm.form;

  return (
    <FormDialog form={submitForm} title={t('add')} onClose={onClose} submitLabel={t('save')}>
      <FormField label={t('name')} error={formState.errors.name?.message} required>
        <Input autoComplete="off" data-autofocus="" {...register('name')} />
      </FormField>
    </FormDialog>
  );
}
