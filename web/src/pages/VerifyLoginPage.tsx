import { Alert, Button, HStack, Input, Stack, Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { FormField } from '../components/FormField.tsx';
import { SignedOutFrame } from '../features/session/SignedOutFrame.tsx';
import { useEndSession } from '../features/session/useEndSession.ts';
import { portalName, setTabTitle } from '../lib/portalName.ts';
import { urls } from '../lib/urls.ts';

/**
 * The second step of signing in, for accounts with a second factor. The product does not check codes yet; the page says
 * so and offers two links out. Queries nothing about the user.
 */
export function VerifyLoginPage() {
  const { t } = useTranslation('session');
  const endSession = useEndSession();
  const title = t('verify.title');
  useEffect(() => setTabTitle(title), [title]);

  return (
    <SignedOutFrame portal={portalName()} title={title} language={<LanguageSwitch />}>
      <Stack gap="4">
        <Text color="fg.muted">{t('verify.help')}</Text>
        <FormField label={t('verify.code')} disabled>
          <Input inputMode="numeric" autoComplete="one-time-code" />
        </FormField>
        <Alert.Root status="info">
          <Alert.Indicator />
          <Alert.Title fontWeight="normal">{t('verify.unavailable')}</Alert.Title>
        </Alert.Root>
        <HStack justify="flex-end">
          <Button asChild variant="ghost">
            <a href={urls.login}>{t('verify.back')}</a>
          </Button>
          <Button variant="outline" onClick={() => void endSession()}>
            {t('verify.signOut')}
          </Button>
        </HStack>
      </Stack>
    </SignedOutFrame>
  );
}
