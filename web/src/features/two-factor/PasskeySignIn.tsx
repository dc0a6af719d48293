import { Button, Stack } from '@chakra-ui/react';
import { startAuthentication } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormErrors } from '../../components/FormField.tsx';
import { graphql } from '../../lib/graphql.ts';
import type { UserError } from '../../lib/userErrors.ts';
import { useStartPasskeySignIn } from './gql/PasskeySignIn.ts';

graphql(`
  mutation StartPasskeySignIn {
    startPasskeySignIn {
      options
      ...UserErrors
    }
  }
`);

/** Asks the browser for one of the user's passkeys. */
export function PasskeySignIn({ onSubmit }: { onSubmit: (passkey: string) => Promise<readonly UserError[]> }) {
  const { t } = useTranslation('two-factor');
  const start = useStartPasskeySignIn();
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function run() {
    setRunning(true);
    setProblem(undefined);
    try {
      const { options, userErrors } = await start({});
      if (!options) setProblem(userErrors[0]?.message);
      else {
        const answer = await startAuthentication({ optionsJSON: JSON.parse(options) });
        setProblem((await onSubmit(JSON.stringify(answer)))[0]?.message);
      }
    } catch {
      setProblem(t('passkey.failed')); // the user canceled, or the browser has no passkey of this portal
    }
    setRunning(false);
  }

  return (
    <Stack gap="4">
      <FormErrors message={problem} />
      <Button loading={isRunning} loadingText={t('passkey.use')} onClick={() => void run()}>
        <KeyRound size={16} aria-hidden="true" />
        {t('passkey.use')}
      </Button>
    </Stack>
  );
}
