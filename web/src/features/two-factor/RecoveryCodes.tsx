import { Alert, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { Download, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/CopyButton.tsx';
import { page } from '../../lib/page.ts';
import { portalName } from '../../lib/portalName.ts';

/** Recovery codes, shown this once: to be downloaded, printed or copied before the user goes on. */
export function RecoveryCodes({
  codes,
  onDone,
  doneLabel,
}: {
  codes: string[];
  onDone: () => void;
  doneLabel: string;
}) {
  const { t } = useTranslation('two-factor');
  const text = codes.join('\n');
  return (
    <Stack gap="4">
      <Alert.Root status="warning" className="no-print">
        <Alert.Indicator />
        <Alert.Title fontWeight="normal">{t('recovery.keep')}</Alert.Title>
      </Alert.Root>
      <HStack align="flex-start" justify="space-between" borderWidth="1px" borderRadius="l2" p="3" bg="bg.subtle">
        <Stack as="ul" gap="1" listStyleType="none">
          {codes.map((code) => (
            <Text as="li" key={code} fontFamily="mono" whiteSpace="nowrap">
              {code}
            </Text>
          ))}
        </Stack>
        <CopyButton value={text} label={t('recovery.copy')} />
      </HStack>
      <HStack justify="flex-end" flexWrap="wrap" className="no-print">
        <Button
          variant="outline"
          onClick={() => page.save(new Blob([`${text}\n`], { type: 'text/plain' }), fileName(portalName()))}
        >
          <Download size={16} aria-hidden="true" />
          {t('recovery.download')}
        </Button>
        <Button variant="outline" onClick={() => window.print()}>
          <Printer size={16} aria-hidden="true" />
          {t('recovery.print')}
        </Button>
        <Button onClick={onDone}>{doneLabel}</Button>
      </HStack>
    </Stack>
  );
}

const fileName = (portal: string) => `${portal.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-recovery-codes.txt`;
