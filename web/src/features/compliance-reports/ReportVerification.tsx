import { Box, HStack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../components/QrCode.tsx';
import { formatInstant } from '../../lib/dates.ts';
import { urls } from '../../lib/urls.ts';
import { useViewer } from '../../lib/viewer.ts';
import type { ComplianceReportPageQuery } from '../../pages/gql/ComplianceReportPage.ts';

/** Characters of the signature that are printed: enough to compare a sheet with its file. */
const SHOWN = 16;

/** The verification code of a report, who issued it and when, its signature, and where it is compared. */
export function ReportVerification({ report }: { report: ComplianceReportPageQuery['complianceReport'] }) {
  const { t } = useTranslation('compliance-reports');
  const { timezone } = useViewer().organization;
  const { code, address, signature } = report;
  return (
    <Box as="section" aria-label={t('verification')} borderWidth="1px" borderRadius="md" px="4" py="3" mb="5">
      <HStack align="flex-start" justify="space-between" gap="4">
        <Box minW="0">
          <Text fontSize="xs" color="fg.muted">
            {t('code')}
          </Text>
          <Text fontFamily="mono" fontSize="md" fontWeight="semibold" letterSpacing="0.05em" whiteSpace="nowrap">
            {code}
          </Text>
          <Text fontSize="xs">
            {t('issued', {
              instant: formatInstant(report.issuedAt, timezone),
              name: report.issuedBy,
              organization: report.issuedFor,
            })}
          </Text>
          <Text fontSize="xs">
            {signature ? t('signed', { key: signature.key, start: signature.value.slice(0, SHOWN) }) : t('notSigned')}
          </Text>
          <Text fontSize="xs" color="fg.muted">
            {t('howTo', { address: window.location.origin + urls.verifyReport })}
          </Text>
        </Box>
        <QrCode path={report.qrPath} size={report.qrSize} label={t('qr', { address })} width="96px" />
      </HStack>
    </Box>
  );
}
