import { Text, Textarea } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { declinePatientRules, MAX_DECLINE_REASON } from '#rules/patient-declines/patient-declines';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { afterClose } from '../../lib/afterClose.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { urls } from '../../lib/urls.ts';
import { useDeclinePatient } from './gql/DeclinePatientDialog.ts';

graphql(`
  mutation DeclinePatient($input: DeclinePatientInput!) {
    declinePatient(input: $input) {
      declinedPatientId
      ...UserErrors
    }
  }
`);

/** Declines a patient of another organization: says what ends, asks for the reason, and returns to the list of patients. */
export function DeclinePatientDialog(props: { patientId: string; name: string; owner: string; onClose: () => void }) {
  const { t } = useTranslation('patient-declines');
  const { patientId, name, owner, onClose } = props;
  const navigate = useNavigate();
  const declinePatient = useDeclinePatient();
  const submitForm = useSubmitForm<{ reason: string }>({
    resolver: yupResolver(declinePatientRules),
    defaultValues: { reason: '' },
    async onSubmit({ reason }, { saving, saved }) {
      const { userErrors } = await saving(declinePatient({ input: { patientId, reason } }));
      if (userErrors.length > 0) return userErrors;
      saved();
      toaster.success({ title: t('done', { name }) });
      afterClose(onClose, () => void navigate(urls.patients));
    },
  });
  const { register, formState } = submitForm.form;
  return (
    <FormDialog form={submitForm} title={t('title')} onClose={onClose} submitLabel={t('submit')}>
      <Text>{t('text', { name, owner })}</Text>
      <Text>{t('consequence', { owner })}</Text>
      <FormField
        label={t('reason')}
        help={t('reasonHelp', { owner, max: formatCount(MAX_DECLINE_REASON) })}
        error={formState.errors.reason?.message}
        required
      >
        <Textarea maxLength={MAX_DECLINE_REASON} rows={3} {...register('reason')} />
      </FormField>
    </FormDialog>
  );
}
