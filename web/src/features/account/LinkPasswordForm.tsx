import { yupResolver } from '@hookform/resolvers/yup';
import { linkPasswordRules } from '#rules/account/new-password';
import { Button, Input, Stack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { useAcceptInvitation, useResetPassword } from './gql/LinkPasswordForm.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';

graphql(`
  mutation AcceptInvitation($input: LinkPasswordInput!) {
    acceptInvitation(input: $input) {
      ...UserErrors
    }
  }
`);

graphql(`
  mutation ResetPassword($input: LinkPasswordInput!) {
    resetPassword(input: $input) {
      ...UserErrors
    }
  }
`);

/** Chooses a password with the link of a mail. `email`: whose; browsers keep the password under it. */
export function LinkPasswordForm(props: {
  purpose: 'INVITATION' | 'PASSWORD';
  token: string;
  email: string;
  onDone: () => void;
}) {
  const { purpose, token, email, onDone } = props;
  const { t } = useTranslation('account');
  const [accept, reset] = [useAcceptInvitation(), useResetPassword()];
  const { form, phase, problem, element } = useSubmitForm({
    resolver: yupResolver(linkPasswordRules),
    defaultValues: { token, password: '', passwordConfirmation: '' },
    unguarded: true,
    onSubmit: async (input, { saving }) => {
      const { userErrors } =
        purpose === 'INVITATION' ? await saving(accept({ input })) : await saving(reset({ input }));
      if (userErrors.length > 0) return userErrors;
      onDone();
    },
  });

  return (
    <form {...element}>
      <Stack gap="4">
        <FormErrors message={problem} />
        <FormField label={t('email')}>
          <Input type="email" autoComplete="username" readOnly value={email} />
        </FormField>
        <NewPasswordFields form={form} />
        <Button type="submit" loading={phase !== null} loadingText={t('choose')}>
          {t('choose')}
        </Button>
      </Stack>
    </form>
  );
}
