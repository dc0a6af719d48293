import { yupResolver } from '@hookform/resolvers/yup';
import { changePasswordRules } from '#rules/account/new-password';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm, type SubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { useChangePassword } from './gql/useChangePasswordForm.ts';

graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      ...UserErrors
    }
  }
`);

export interface ChangePasswordValues {
  currentPassword: string;
  password: string;
  passwordConfirmation: string;
}

const EMPTY: ChangePasswordValues = { currentPassword: '', password: '', passwordConfirmation: '' };

/** Returns the form that changes the viewer's own password, and is empty again afterwards. */
export function useChangePasswordForm(onChanged?: () => void): SubmitForm<ChangePasswordValues> {
  const { t } = useTranslation('account');
  const changePassword = useChangePassword();
  const submitForm: SubmitForm<ChangePasswordValues> = useSubmitForm<ChangePasswordValues>({
    resolver: yupResolver(changePasswordRules),
    defaultValues: EMPTY,
    onFailure: (failure) => (failure === 'busy' ? t('tooManyGuesses') : undefined),
    onSubmit: async (input, { saving, saved }) => {
      const { userErrors } = await saving(changePassword({ input }));
      if (userErrors.length > 0) return userErrors;
      saved();
      toaster.success({ title: t('updated') });
      submitForm.form.reset(EMPTY);
      onChanged?.();
    },
  });
  return submitForm;
}
