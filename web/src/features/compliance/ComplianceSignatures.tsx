import { Box, Grid, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';

/** Lines for the signatures of the clinician and the provider, with their dates. */
export function ComplianceSignatures() {
  const { t } = useTranslation('compliance');
  return (
    <Grid
      as="section"
      aria-label={t('report.signatures')}
      templateColumns={{ base: '1fr', sm: '2fr 1fr' }}
      _print={{ gridTemplateColumns: '2fr 1fr' }}
      columnGap="8"
      mt="4"
    >
      {(['clinician', 'date', 'provider', 'date'] as const).map((line, index) => (
        <Box key={index} mt="10" borderTopWidth="1px" borderColor="fg" pt="1">
          <Text fontSize="xs">{t(`report.lines.${line}`)}</Text>
        </Box>
      ))}
    </Grid>
  );
}
