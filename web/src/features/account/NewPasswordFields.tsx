import { Input } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '../../components/FormField.tsx';

interface NewPassword {
  password: string;
  passwordConfirmation: string;
}

/** The two fields of a new password. The server judges its strength. */
export function NewPasswordFields<T extends NewPassword>({ form }: { form: UseFormReturn<T> }) {
  const { t } = useTranslation('account');
  // The fields are those of NewPassword, whatever else the form has.
  const { register, formState } = form as unknown as UseFormReturn<NewPassword>;
  const { errors } = formState;
  return (
    <>
      <FormField label={t('newPassword')} help={t('newPasswordHelp')} error={errors.password?.message}>
        <Input type="password" autoComplete="new-password" {...register('password')} />
      </FormField>
      <FormField label={t('passwordConfirmation')} error={errors.passwordConfirmation?.message}>
        <Input type="password" autoComplete="new-password" {...register('passwordConfirmation')} />
      </FormField>
    </>
  );
}
