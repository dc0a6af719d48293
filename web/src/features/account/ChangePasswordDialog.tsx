import { yupResolver } from '@hookform/resolvers/yup';
import { changePasswordRules } from '#rules/account/new-password';
import { Input } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../gql/gql.ts';
import { useChangePassword } from '../../gql/hooks.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';

graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      ...UserErrors
    }
  }
`);

/** Changes the viewer's own password; the current one is asked, and the other browsers are signed out. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const changePassword = useChangePassword();
  const submitForm = useSubmitForm({
    resolver: yupResolver(changePasswordRules),
    defaultValues: { currentPassword: '', password: '', passwordConfirmation: '' },
    onFailure: (failure) => (failure === 'busy' ? t('tooManyGuesses') : undefined),
    onSubmit: async (input, { saving, saved }) => {
      const { userErrors } = await saving(changePassword({ input }));
      if (userErrors.length > 0) return userErrors;
      saved();
      toaster.success({ title: t('updated') });
      onClose();
    },
  });
  const { form } = submitForm;

  return (
    <FormDialog form={submitForm} title={t('change')} size="sm" onClose={onClose} submitLabel={t('save')}>
      <FormField label={t('currentPassword')} error={form.formState.errors.currentPassword?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('currentPassword')} />
      </FormField>
      <NewPasswordFields form={form} />
    </FormDialog>
  );
}
