import { Button, Input, Stack, Text } from '@chakra-ui/react';
import { startAuthentication } from '@simplewebauthn/browser';
import { KeyRound, Lock, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import type { SecondFactorMethod } from '../../gql/schema.ts';
import { answerPassword } from '../../lib/freshPassword.ts';
import { graphql } from '../../lib/graphql.ts';
import type { UserError } from '../../lib/userErrors.ts';
import {
  useReauthenticate,
  useReauthenticationWaysQuery,
  useStartPasskeyReauthentication,
} from './gql/PasswordDialog.ts';

graphql(`
  mutation Reauthenticate($input: ReauthenticateInput!) {
    reauthenticate(input: $input) {
      ...UserErrors
    }
  }
`);
graphql(`
  mutation StartPasskeyReauthentication {
    startPasskeyReauthentication {
      options
      ...UserErrors
    }
  }
`);
graphql(`
  query ReauthenticationWays {
    secondFactors {
      reauthenticating
    }
  }
`);

const icons = { PASSWORD: Lock, APP: Smartphone, PASSKEY: KeyRound };

type Way = keyof typeof icons;

const isWay = (factor: SecondFactorMethod): factor is Exclude<SecondFactorMethod, 'SMS'> => factor in icons;

/** The user gives the password again, or a second factor; the calls that wait for it are then repeated. */
export function PasswordDialog() {
  const { t } = useTranslation('session');
  const reauthenticate = useReauthenticate();
  const startPasskey = useStartPasskeyReauthentication();
  // Until it is known which factors the user has, or when that fails, the password is asked for.
  const { data } = useReauthenticationWaysQuery({ fetchPolicy: 'network-only' });
  const [way, setWay] = useState<Way>('PASSWORD');
  const submitForm = useSubmitForm<{ password: string; code: string }>({
    defaultValues: { password: '', code: '' },
    unguarded: true,
    async onSubmit(values) {
      const { code, password } = values;
      const userErrors = way === 'PASSKEY' ? await givePasskey() : await give(way === 'APP' ? { code } : { password });
      if (userErrors.length > 0) return userErrors;
      answerPassword(true);
    },
  });
  const { register, formState, reset, setFocus } = submitForm.form;
  useEffect(() => {
    if (way !== 'PASSKEY') setFocus(way === 'APP' ? 'code' : 'password');
  }, [way, setFocus]);

  const give = async (input: { password?: string; code?: string; passkey?: string }) =>
    (await reauthenticate({ input })).userErrors;

  async function givePasskey(): Promise<readonly UserError[]> {
    const { options, userErrors } = await startPasskey({});
    if (!options) return userErrors;
    let passkey: string;
    try {
      passkey = JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) }));
    } catch {
      // The user canceled, or the browser has no passkey of this portal.
      return [{ field: '', code: 'passkey', message: t('fresh.noPasskey') }];
    }
    return (await give({ passkey })).map((error) => ({ ...error, field: '' }));
  }

  function choose(other: Way) {
    submitForm.dismiss();
    reset();
    setWay(other);
  }
  const ways: Way[] = ['PASSWORD', ...(data?.secondFactors.reauthenticating ?? []).filter(isWay)];

  return (
    <FormDialog
      form={submitForm}
      title={t('fresh.title')}
      size="sm"
      onClose={() => answerPassword(false)}
      submitLabel={t('fresh.confirm')}
    >
      <Text>{t(`fresh.body.${way}`)}</Text>
      {way === 'PASSWORD' ? (
        <FormField key={way} label={t('password')} error={formState.errors.password?.message} required>
          <Input
            type="password"
            autoComplete="current-password"
            data-autofocus=""
            {...register('password', { required: 'required', maxLength: { value: 1024, message: 'password.wrong' } })}
          />
        </FormField>
      ) : null}
      {way === 'APP' ? (
        <FormField key={way} label={t('fresh.code')} error={formState.errors.code?.message} required>
          <Input
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={32}
            fontFamily="mono"
            {...register('code', { required: 'required' })}
          />
        </FormField>
      ) : null}
      {ways.length > 1 ? (
        <Stack gap="1" align="flex-start" borderTopWidth="1px" pt="3">
          {ways
            .filter((other) => other !== way)
            .map((other) => {
              const Icon = icons[other];
              return (
                <Button key={other} variant="ghost" size="sm" onClick={() => choose(other)}>
                  <Icon size={16} aria-hidden="true" />
                  {t(`fresh.use.${other}`)}
                </Button>
              );
            })}
        </Stack>
      ) : null}
    </FormDialog>
  );
}
