import { yupResolver } from '@hookform/resolvers/yup';
import { signInRules } from '#rules/sign-in/sign-in';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import type { UserError } from '../../lib/userErrors.ts';
import { SignInFields } from './SignInFields.tsx';

export interface Credentials {
  email: string;
  password: string;
}

/** The password of the user who signs in again; no other user can. `onSubmit` signs in and returns the server's refusals. */
export function SignInForm(props: {
  onSubmit: (credentials: Credentials) => Promise<readonly UserError[] | void>;
  email: string;
}) {
  const { t } = useTranslation('session');
  const [isShown, setShown] = useState(false);
  const { form, phase, problem, element } = useSubmitForm<Credentials>({
    resolver: yupResolver(signInRules),
    defaultValues: { email: props.email, password: '' },
    unguarded: true,
    onSubmit: props.onSubmit,
    onFailure: (failure) => t(failure === 'busy' ? 'tooMany' : 'failed'),
  });
  const { errors } = form.formState;
  useEffect(() => form.setFocus('password'), [form]);

  return (
    <form {...element}>
      <SignInFields
        email={{ readOnly: true, ...form.register('email') }}
        password={form.register('password')}
        errors={{ email: errors.email?.message, password: errors.password?.message }}
        problem={problem}
        isSubmitting={phase !== null}
        isShown={isShown}
        onToggle={() => setShown(!isShown)}
      />
    </form>
  );
}
