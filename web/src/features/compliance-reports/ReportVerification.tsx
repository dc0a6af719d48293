import { Box, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../lib/dates.ts';
import { urls } from '../../lib/urls.ts';
import { useViewer } from '../../lib/viewer.ts';

/** The verification code of a report, who issued it and when, and where it is compared. */
export function ReportVerification(props: { code: string; issuedAt: string; issuedBy: string; issuedFor: string }) {
  const { t } = useTranslation('compliance-reports');
  const { timezone } = useViewer().organization;
  return (
    <Box as="section" aria-label={t('verification')} borderWidth="1px" borderRadius="md" px="4" py="3" mb="5">
      <Text fontSize="11px" color="fg.muted">
        {t('code')}
      </Text>
      <Text fontFamily="mono" fontSize="18px" fontWeight="semibold" letterSpacing="0.05em" whiteSpace="nowrap">
        {props.code}
      </Text>
      <Text fontSize="12px">
        {t('issued', {
          instant: formatInstant(props.issuedAt, timezone),
          name: props.issuedBy,
          organization: props.issuedFor,
        })}
      </Text>
      <Text fontSize="12px" color="fg.muted">
        {t('howTo', { address: window.location.origin + urls.verifyReport })}
      </Text>
    </Box>
  );
}
