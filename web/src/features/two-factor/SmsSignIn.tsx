import { Button, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormErrors } from '../../components/FormField.tsx';
import { failureOf } from '../../lib/failure.ts';
import { graphql } from '../../lib/graphql.ts';
import type { UserError } from '../../lib/userErrors.ts';
import { CodeForm } from './CodeForm.tsx';
import { useSendSignInCode } from './gql/SmsSignIn.ts';

graphql(`
  mutation SendSignInCode {
    sendSignInCode {
      ...UserErrors
    }
  }
`);

/** Sends a code to the user's phone when asked to, and takes it. */
export function SmsSignIn({ onSubmit }: { onSubmit: (code: string) => Promise<readonly UserError[]> }) {
  const { t } = useTranslation('two-factor');
  const sendCode = useSendSignInCode();
  const [isSent, setSent] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function send() {
    setSending(true);
    setProblem(undefined);
    try {
      const { userErrors } = await sendCode({});
      setProblem(userErrors[0]?.message);
      if (userErrors.length === 0) setSent(true);
    } catch (error) {
      setProblem(t(failureOf(error) === 'busy' ? 'sms.tooMany' : 'sms.failed'));
    }
    setSending(false);
  }

  const button = (
    <Button
      variant={isSent ? 'outline' : 'solid'}
      loading={isSending}
      loadingText={t('sms.send')}
      onClick={() => void send()}
    >
      {t(isSent ? 'sms.again' : 'sms.send')}
    </Button>
  );
  return (
    <Stack gap="4">
      <FormErrors message={problem} />
      {isSent ? (
        <CodeForm label={t('code')} help={t('sms.sent')} submitLabel={t('verify.submit')} onSubmit={onSubmit}>
          {button}
        </CodeForm>
      ) : (
        button
      )}
    </Stack>
  );
}
