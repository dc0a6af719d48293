import { Button, IconButton, Input, InputGroup, Stack } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { signInRules } from '#rules/auth/sign-in';
import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { setUserErrors, type UserError } from '../../lib/userErrors.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** E-mail and password. `onSubmit` answers the server's refusals; they land on their fields. */
export function SignInForm({ onSubmit }: { onSubmit: (credentials: Credentials) => Promise<readonly UserError[]> }) {
  const { t } = useTranslation('session');
  const [shown, setShown] = useState(false);
  const form = useForm<Credentials>({
    resolver: yupResolver(signInRules),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  useEffect(() => form.setFocus('email'), [form]);
  const submit = async (credentials: Credentials) => setUserErrors(form, await onSubmit(credentials));
  const toggleLabel = t(shown ? 'hidePassword' : 'showPassword');

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <Stack gap="4">
        <FormErrors message={errors.root?.server?.message} />
        <FormField label={t('email')} error={errors.email?.message}>
          <Input type="email" autoComplete="username" {...form.register('email')} />
        </FormField>
        <FormField label={t('password')} error={errors.password?.message}>
          <InputGroup
            endElementProps={{ px: '1' }}
            endElement={
              <IconButton
                size="xs"
                variant="ghost"
                aria-label={toggleLabel}
                aria-pressed={shown}
                onClick={() => setShown(!shown)}
              >
                {shown ? <EyeOff /> : <Eye />}
              </IconButton>
            }
          >
            <Input type={shown ? 'text' : 'password'} autoComplete="current-password" {...form.register('password')} />
          </InputGroup>
        </FormField>
        <Button type="submit" loading={isSubmitting} loadingText={t('signIn')}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  );
}
