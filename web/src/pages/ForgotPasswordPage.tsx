import { yupResolver } from '@hookform/resolvers/yup';
import { forgotPasswordRules } from '#rules/account/new-password';
import { Alert, Button, Input, Link, Stack, Text } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormErrors, FormField } from '../components/FormField.tsx';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { useSubmitForm } from '../components/useSubmitForm.ts';
import { SignedOutFrame } from '../features/session/SignedOutFrame.tsx';
import { graphql } from '../lib/graphql.ts';
import { portalName, setTabTitle } from '../lib/portalName.ts';
import { urls } from '../lib/urls.ts';
import { useRequestPasswordReset } from './gql/ForgotPasswordPage.ts';

graphql(`
  mutation RequestPasswordReset($input: RequestPasswordResetInput!) {
    requestPasswordReset(input: $input) {
      ...UserErrors
    }
  }
`);

/** Asks for a link to a new password. It says the same whether an account exists or not. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('account');
  const [isSent, setSent] = useState(false);
  const title = t('forgot.title');
  useEffect(() => setTabTitle(title), [title]);
  return (
    <SignedOutFrame portal={portalName()} title={title} language={<LanguageSwitch />}>
      <Stack gap="4">
        {isSent ? (
          <Alert.Root status="success" role="status">
            <Alert.Indicator />
            <Alert.Title fontWeight="normal">{t('forgot.sent')}</Alert.Title>
          </Alert.Root>
        ) : (
          <Form onSent={() => setSent(true)} />
        )}
        <Link href={urls.login} color="teal.fg" textDecoration="underline" textUnderlineOffset="3px">
          {t('back')}
        </Link>
      </Stack>
    </SignedOutFrame>
  );
}

function Form({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('account');
  const request = useRequestPasswordReset();
  const { form, phase, problem, element } = useSubmitForm({
    resolver: yupResolver(forgotPasswordRules),
    defaultValues: { email: '' },
    unguarded: true,
    onFailure: (failure) => (failure === 'busy' ? t('forgot.tooMany') : undefined),
    onSubmit: async (input) => {
      const { userErrors } = await request({ input });
      if (userErrors.length > 0) return userErrors;
      onSent();
    },
  });
  useEffect(() => form.setFocus('email'), [form]);
  return (
    <form {...element}>
      <Stack gap="4">
        <FormErrors message={problem} />
        <Text color="fg.muted">{t('forgot.help')}</Text>
        <FormField label={t('email')} error={form.formState.errors.email?.message}>
          <Input type="email" autoComplete="username" {...form.register('email')} />
        </FormField>
        <Button type="submit" loading={phase !== null} loadingText={t('forgot.send')}>
          {t('forgot.send')}
        </Button>
      </Stack>
    </form>
  );
}
