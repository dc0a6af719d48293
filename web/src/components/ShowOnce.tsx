import { Alert, Box, HStack, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './CopyButton.tsx';

/**
 * A secret that is shown once, right after its creation, with a copy button. With `value` null the secret exists but is
 * unknown here, and is masked. The owner drops the value when the dialog closes.
 */
export function ShowOnce({ label, value }: { label: string; value: string | null }) {
  const { t } = useTranslation('components');
  return (
    <Stack gap="2">
      <Text fontWeight="medium">{label}</Text>
      <HStack borderWidth="1px" borderRadius="l2" px="3" py="2" bg="bg.subtle" justify="space-between" minH="10">
        {value === null ? (
          <Text role="img" aria-label={t('secret.masked', { label })} fontFamily="mono">
            ••••••••
          </Text>
        ) : (
          <>
            <Text as="code" fontFamily="mono" fontVariantNumeric="slashed-zero" wordBreak="break-all">
              {value}
            </Text>
            <CopyButton value={value} label={t('secret.copy', { label })} />
          </>
        )}
      </HStack>
      {value === null ? null : (
        <Alert.Root status="warning">
          <Alert.Indicator />
          <Box>{t('secret.warning')}</Box>
        </Alert.Root>
      )}
    </Stack>
  );
}
