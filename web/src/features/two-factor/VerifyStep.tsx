import { Button, Stack, Text } from '@chakra-ui/react';
import { KeyRound, LifeBuoy, MessageSquare, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactorMethod } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { CodeForm } from './CodeForm.tsx';
import { useVerifySignIn } from './gql/VerifyStep.ts';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import { SmsSignIn } from './SmsSignIn.tsx';

graphql(`
  mutation VerifySignIn($input: VerifySignInInput!) {
    verifySignIn(input: $input) {
      enrollmentRequired
      ...UserErrors
    }
  }
`);

type Way = SecondFactorMethod | 'RECOVERY';

const icons = { APP: Smartphone, SMS: MessageSquare, PASSKEY: KeyRound, RECOVERY: LifeBuoy };

/** The second step of signing in: one of the user's factors, or a recovery code. */
export function VerifyStep(props: {
  factors: readonly SecondFactorMethod[];
  onDone: (enrollmentRequired: boolean) => void;
}) {
  const { t } = useTranslation('two-factor');
  const verify = useVerifySignIn();
  const [way, setWay] = useState<Way>(props.factors[0] ?? 'RECOVERY');

  async function submit(input: { code: string } | { recoveryCode: string } | { passkey: string }) {
    const { userErrors, enrollmentRequired } = await verify({ input });
    if (userErrors.length === 0) props.onDone(enrollmentRequired);
    return userErrors;
  }

  const others = [...props.factors, 'RECOVERY' as const].filter((other) => other !== way);
  return (
    <Stack gap="5">
      <Text color="fg.muted">{t(`verify.help.${way}`)}</Text>
      {way === 'APP' ? (
        <CodeForm label={t('code')} submitLabel={t('verify.submit')} onSubmit={(code) => submit({ code })} />
      ) : null}
      {way === 'SMS' ? <SmsSignIn onSubmit={(code) => submit({ code })} /> : null}
      {way === 'PASSKEY' ? <PasskeySignIn onSubmit={(passkey) => submit({ passkey })} /> : null}
      {way === 'RECOVERY' ? (
        <CodeForm
          key="recovery"
          letters
          label={t('recovery.code')}
          submitLabel={t('verify.submit')}
          onSubmit={(recoveryCode) => submit({ recoveryCode })}
        />
      ) : null}
      <Stack gap="1" align="flex-start" borderTopWidth="1px" pt="3">
        {others.map((other) => {
          const Icon = icons[other];
          return (
            <Button key={other} variant="ghost" size="sm" onClick={() => setWay(other)}>
              <Icon size={16} aria-hidden="true" />
              {t(`verify.use.${other}`)}
            </Button>
          );
        })}
      </Stack>
    </Stack>
  );
}
