import { Input, Text } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { reauthenticateRules } from '#rules/auth/sign-in';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../gql/gql.ts';
import { useReauthenticate } from '../../gql/hooks.ts';
import { answerPassword } from '../../lib/freshPassword.ts';

graphql(`
  mutation Reauthenticate($input: ReauthenticateInput!) {
    reauthenticate(input: $input) {
      ...UserErrors
    }
  }
`);

/** The user gives the password again; the calls that wait for it are then repeated. */
export function PasswordDialog() {
  const { t } = useTranslation('session');
  const reauthenticate = useReauthenticate();
  const submitForm = useSubmitForm<{ password: string }>({
    resolver: yupResolver(reauthenticateRules),
    defaultValues: { password: '' },
    unguarded: true,
    async onSubmit(input) {
      const { userErrors } = await reauthenticate({ input });
      if (userErrors.length > 0) return userErrors;
      answerPassword(true);
    },
  });
  const { register, formState } = submitForm.form;

  return (
    <FormDialog
      form={submitForm}
      title={t('fresh.title')}
      size="sm"
      onClose={() => answerPassword(false)}
      submitLabel={t('fresh.confirm')}
    >
      <Text>{t('fresh.body')}</Text>
      <FormField label={t('password')} error={formState.errors.password?.message} required>
        <Input type="password" autoComplete="current-password" data-autofocus="" {...register('password')} />
      </FormField>
    </FormDialog>
  );
}
