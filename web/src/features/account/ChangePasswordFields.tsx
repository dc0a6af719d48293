import { Input } from '@chakra-ui/react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../components/FormField.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import type { ChangePasswordValues } from './useChangePasswordForm.ts';

/** The current password and the new one. */
export function ChangePasswordFields({ form }: { form: UseFormReturn<ChangePasswordValues> }) {
  const { t } = useTranslation('account');
  return (
    <>
      <FormField label={t('currentPassword')} error={form.formState.errors.currentPassword?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('currentPassword')} />
      </FormField>
      <NewPasswordFields form={form} />
    </>
  );
}
