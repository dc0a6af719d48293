import { HStack, Link, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/CopyButton.tsx';

/** Served by the API: no page of the client. */
const DEVELOPERS = '/developers';

/**
 * How a program uses an API key: the line that exchanges it for a token, and where everything else is. `secret`: of a key
 * that was just made; without it the line takes the secret from the environment.
 */
export function ApiKeyUse({ clientId, secret }: { clientId: string; secret: string | null }) {
  const { t } = useTranslation('users');
  const { origin } = window.location;
  const line = `curl --user "${clientId}:${secret ?? '$CLIENT_SECRET'}" --data grant_type=client_credentials ${origin}/oauth/token`;
  return (
    <Stack gap="1">
      <Text fontWeight="medium">{t('apiKey.use')}</Text>
      <HStack borderWidth="1px" borderRadius="l2" px="3" py="2" bg="bg.subtle" justify="space-between">
        <Text as="pre" fontFamily="mono" textStyle="sm" whiteSpace="pre-wrap" wordBreak="break-all">
          {line}
        </Text>
        <CopyButton value={line} label={t('apiKey.copyLine')} />
      </HStack>
      <Text>
        {t('apiKey.documentation')}{' '}
        <Link
          href={DEVELOPERS}
          target="_blank"
          color="teal.fg"
          textDecoration="underline"
          textUnderlineOffset="3px"
          wordBreak="break-all"
        >
          {origin + DEVELOPERS}
        </Link>
      </Text>
    </Stack>
  );
}
