import { Link, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { urls } from '../../lib/urls.ts';

const FILES = { page: urls.verifierPage, program: urls.verifierProgram, keys: urls.reportKeys } as const;

/** The files with which a payer checks the JSON of a report without an account. */
export function VerifyAlone() {
  const { t } = useTranslation('compliance-reports');
  return (
    <Stack gap="3" align="flex-start">
      <Text>{t('alone.help')}</Text>
      {(['page', 'program', 'keys'] as const).map((file) => (
        <Link key={file} href={FILES[file]} color="teal.fg" textDecoration="underline" textUnderlineOffset="3px">
          {t(`alone.${file}`)}
        </Link>
      ))}
    </Stack>
  );
}
