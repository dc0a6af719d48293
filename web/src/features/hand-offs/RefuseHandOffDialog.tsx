import { Text, Textarea } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { MAX_TEXT, refuseHandOffRules } from '#rules/hand-offs/hand-offs';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { useRefuseHandOff } from './gql/RefuseHandOffDialog.ts';
import type { HandOff } from './HandOffFacts.tsx';

graphql(`
  mutation RefuseHandOff($input: RefuseHandOffInput!) {
    refuseHandOff(input: $input) {
      handOff {
        id
        ...HandOffPage_handOff @unmask
      }
      ...UserErrors
    }
  }
`);

/** Refuses a request with a reason, which the other organization reads. */
export function RefuseHandOffDialog({ handOff, onClose }: { handOff: Pick<HandOff, 'id'>; onClose: () => void }) {
  const { t } = useTranslation('hand-offs');
  const refuse = useRefuseHandOff();
  const submitForm = useSubmitForm<{ reason: string }>({
    resolver: yupResolver(refuseHandOffRules),
    defaultValues: { reason: '' },
    async onSubmit({ reason }, { saving, saved }) {
      const { userErrors } = await saving(refuse({ input: { handOffId: handOff.id, reason } }));
      if (userErrors.length > 0) return userErrors;
      saved();
      toaster.success({ title: t('refused') });
      onClose();
    },
  });
  const { register, formState } = submitForm.form;
  return (
    <FormDialog form={submitForm} title={t('refuse')} onClose={onClose} submitLabel={t('refuse')}>
      <Text>{t('refuseText')}</Text>
      <FormField
        label={t('reason')}
        help={t('reasonHelp', { max: formatCount(MAX_TEXT) })}
        error={formState.errors.reason?.message}
        required
      >
        <Textarea maxLength={MAX_TEXT} rows={4} {...register('reason')} />
      </FormField>
    </FormDialog>
  );
}
