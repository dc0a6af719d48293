import { Box, Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/CopyButton.tsx';
import { FormErrors } from '../../components/FormField.tsx';
import { QrCode } from '../../components/QrCode.tsx';
import { graphql } from '../../lib/graphql.ts';
import type { AddingProps } from './addingProps.ts';
import { CodeForm } from './CodeForm.tsx';
import { useConfirmAppEnrollment, useStartAppEnrollment } from './gql/AddApp.ts';

graphql(`
  mutation StartAppEnrollment {
    startAppEnrollment {
      secret
      qrPath
      qrSize
      ...UserErrors
    }
  }
`);

graphql(`
  mutation ConfirmAppEnrollment($code: String!) {
    confirmAppEnrollment(code: $code) {
      recoveryCodes
      ...UserErrors
    }
  }
`);

interface Started {
  secret: string;
  path: string;
  size: number;
}

/** Shows the QR code of a new secret, and takes the first code of the app. */
export function AddApp({ onAdded, onBack }: AddingProps) {
  const { t } = useTranslation('two-factor');
  const start = useStartAppEnrollment();
  const confirm = useConfirmAppEnrollment();
  const [started, setStarted] = useState<Started>();
  const [problem, setProblem] = useState<string>();
  const isAsked = useRef(false);

  // Once: each request makes another secret.
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    start({}).then(
      ({ secret, qrPath, qrSize, userErrors }) => {
        if (secret && qrPath && qrSize) setStarted({ secret, path: qrPath, size: qrSize });
        else setProblem(userErrors[0]?.message);
      },
      () => setProblem(t('failed')),
    );
  }, [start, t]);

  const back = (
    <Button variant="ghost" onClick={onBack}>
      {t('back')}
    </Button>
  );
  if (problem)
    return (
      <Stack gap="4">
        <FormErrors message={problem} />
        {back}
      </Stack>
    );
  if (!started) return <Skeleton height="200px" width="200px" mx="auto" aria-label={t('loading')} />;
  return (
    <Stack gap="4">
      <Text>{t('app.scan')}</Text>
      <Box mx="auto">
        <QrCode path={started.path} size={started.size} label={t('app.qr')} width="200px" />
      </Box>
      <Stack gap="1">
        <Text textStyle="sm" color="fg.muted">
          {t('app.type')}
        </Text>
        <HStack borderWidth="1px" borderRadius="l2" px="3" py="1" bg="bg.subtle" justify="space-between">
          <Text as="code" fontFamily="mono" textStyle="sm">
            {started.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </Text>
          <CopyButton value={started.secret} label={t('app.copy')} />
        </HStack>
      </Stack>
      <CodeForm
        label={t('app.first')}
        submitLabel={t('turnOn')}
        onSubmit={async (code) => {
          const { userErrors, recoveryCodes } = await confirm({ code });
          if (userErrors.length === 0) onAdded(recoveryCodes ?? null);
          return userErrors;
        }}
      >
        {back}
      </CodeForm>
    </Stack>
  );
}
