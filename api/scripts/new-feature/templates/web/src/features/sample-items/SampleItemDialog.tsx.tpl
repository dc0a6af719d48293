import { Input } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { sampleItemRules } from '#rules/sample-items/sample-items';
import { useTranslation } from 'react-i18next';
import { FormConflict } from '../../components/FormConflict.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useConflict } from '../../components/useConflict.ts';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import type { CreateSampleItemInput } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import type { UserError } from '../../lib/userErrors.ts';
import {
  useCheckCreateSampleItem,
  useCheckUpdateSampleItem,
  useCreateSampleItem,
  useUpdateSampleItem,
} from './gql/SampleItemDialog.ts';
import type { SampleItemRow_sampleItemFragment } from './gql/sampleItemList.ts';

graphql(`
  query CheckCreateSampleItem($input: CreateSampleItemInput!) {
    checkCreateSampleItem(input: $input) {
      ...UserErrors
    }
  }
`);

graphql(`
  query CheckUpdateSampleItem($input: UpdateSampleItemInput!) {
    checkUpdateSampleItem(input: $input) {
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

graphql(`
  mutation UpdateSampleItem($input: UpdateSampleItemInput!) {
    updateSampleItem(input: $input) {
      sampleItem {
        id
      }
      conflict {
        ...SampleItemRow_sampleItem @unmask
      }
      ...UserErrors
    }
  }
`);

export type SampleItemRow = SampleItemRow_sampleItemFragment;
type Refused = { userErrors: readonly UserError[] };

/** The values of the form; of a new sample item without one. */
const valuesOf = (sampleItem: SampleItemRow | null): CreateSampleItemInput => ({ name: sampleItem?.name ?? '' });

/** A new sample item, or one to change. The name is checked while it is typed; saving reads the list again. */
export function SampleItemDialog(props: { sampleItem: SampleItemRow | null; onClose: () => void }) {
  const { t } = useTranslation('sample-items');
  const protection = useConflict({ row: props.sampleItem, valuesOf });
  const { known } = protection;
  const checkCreate = useCheckCreateSampleItem();
  const checkUpdate = useCheckUpdateSampleItem();
  const create = useCreateSampleItem();
  const update = useUpdateSampleItem();
  const changeOf = ({ databaseId, version }: SampleItemRow, input: CreateSampleItemInput) => ({
    input: { ...input, sampleItemId: String(databaseId), version },
  });
  const submitForm = useSubmitForm<CreateSampleItemInput>({
    resolver: yupResolver(sampleItemRules),
    defaultValues: valuesOf(known),
    live: {
      rules: sampleItemRules,
      ask: async (input, _fields, signal) => {
        const asked = known
          ? checkUpdate(changeOf(known, input), { signal })
          : checkCreate({ input }, { signal });
        return (await asked).userErrors;
      },
    },
    async onSubmit(input, { saving, saved }) {
      const refetch = { refetchQueries: ['SampleItemsPage'] };
      const answer: Refused | null = known
        ? await protection.save(input, (row) => saving(update(changeOf(row, input), refetch)))
        : await saving(create({ input }, refetch));
      if (!answer) return;
      if (answer.userErrors.length > 0) return answer.userErrors;
      saved();
      toaster.success({ title: t(known ? 'updated' : 'added', { name: input.name }) });
      props.onClose();
    },
  });
  const { register, formState } = submitForm.form;

  return (
    <FormDialog
      form={submitForm}
      title={known ? t('editOf', { name: known.name }) : t('add')}
      onClose={props.onClose}
      submitLabel={t('save')}
    >
      <FormConflict
        conflict={protection.open(submitForm.form)}
        labelOf={(field) => t(field)}
        textOf={(field, values) => values[field]}
      />
      <FormField label={t('name')} error={formState.errors.name?.message} required>
        <Input autoComplete="off" data-autofocus="" {...register('name')} />
      </FormField>
    </FormDialog>
  );
}
