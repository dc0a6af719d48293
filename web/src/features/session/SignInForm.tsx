import { Button, IconButton, Input, InputGroup, Stack } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { signInRules } from '#rules/auth/sign-in';
import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import type { UserError } from '../../lib/userErrors.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Email and password. `onSubmit` signs in and returns the server's refusals. */
export function SignInForm(props: {
  onSubmit: (credentials: Credentials) => Promise<readonly UserError[] | void>;
  /** The user who signs in again; no other user can. */
  email?: string;
}) {
  const { t } = useTranslation('session');
  const [shown, setShown] = useState(false);
  const { form, phase, problem, element } = useSubmitForm<Credentials>({
    resolver: yupResolver(signInRules),
    defaultValues: { email: props.email ?? '', password: '' },
    unguarded: true,
    onSubmit: props.onSubmit,
    onFailure: (failure) => t(failure === 'busy' ? 'tooMany' : 'failed'),
  });
  const { errors } = form.formState;
  const first = props.email ? 'password' : 'email';
  useEffect(() => form.setFocus(first), [form, first]);
  const toggleLabel = t(shown ? 'hidePassword' : 'showPassword');

  return (
    <form {...element}>
      <Stack gap="4">
        <FormErrors message={problem} />
        <FormField label={t('email')} error={errors.email?.message}>
          <Input
            type="email"
            autoComplete="username"
            readOnly={props.email !== undefined}
            {...form.register('email')}
          />
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
        <Button type="submit" loading={phase !== null} loadingText={t('signIn')}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  );
}
