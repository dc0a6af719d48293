import { Alert, Box, Table, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import type { ComplianceReportPageQuery } from '../../pages/gql/ComplianceReportPage.ts';

type Report = ComplianceReportPageQuery['complianceReport'];
type Figures = Report['current'];

/** Nights that are named; the others are counted. */
const MOST_NIGHTS = 12;

/** Whether the figures computed today are those that were issued, and where they differ. Printed only when they do. */
export function ReportDifferences({ report }: { report: Report }) {
  const { t } = useTranslation('compliance-reports');
  if (report.isCurrent)
    return (
      <Alert.Root status="success" role="status" className="no-print" mb="4">
        <Alert.Indicator />
        <Alert.Title fontWeight="normal">{t('same')}</Alert.Title>
      </Alert.Root>
    );
  return (
    <Alert.Root status="warning" role="alert" mb="4" alignItems="flex-start">
      <Alert.Indicator />
      <Alert.Content minW="0">
        <Alert.Title>{t('differs')}</Alert.Title>
        <Alert.Description color="fg">
          <Text>{t('differsHelp')}</Text>
          <Differences report={report} />
          <ChangedNights dates={report.changedNights} />
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}

function ChangedNights({ dates }: { dates: readonly string[] }) {
  const { t } = useTranslation('compliance-reports');
  if (dates.length === 0) return null;
  const named = dates.slice(0, MOST_NIGHTS).map(formatDate).join(', ');
  const more = dates.length - MOST_NIGHTS;
  return <Text mt="2">{more > 0 ? t('nightsAnd', { named, more }) : t('nights', { named })}</Text>;
}

/** The figures that differ, as issued and as computed today. */
function Differences({ report: { compliance, current } }: { report: Report }) {
  const { t } = useTranslation('compliance-reports');
  const shown = useShownFigures();
  const [issued, today] = [shown(compliance), shown(current)];
  const differing = issued.filter(({ value }, index) => value !== today[index]!.value);
  if (differing.length === 0) return null;
  return (
    <Box role="region" aria-label={t('comparison')} tabIndex={0} overflowX="auto" mt="2">
      <Table.Root size="sm" fontSize="dense" aria-label={t('comparison')} css={{ '& tr': { bg: 'transparent' } }}>
        <Table.Header>
          <Table.Row>
            {(['figure', 'asIssued', 'today'] as const).map((column) => (
              <Table.ColumnHeader key={column} scope="col" px="1.5">
                {t(column)}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {differing.map(({ label, value }) => (
            <Table.Row key={label}>
              <Table.Cell px="1.5">{label}</Table.Cell>
              <Table.Cell px="1.5">{value}</Table.Cell>
              <Table.Cell px="1.5">{today.find((one) => one.label === label)!.value}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Box>
  );
}

/** Returns the figures of a result as they are compared. */
function useShownFigures() {
  const { t } = useTranslation('compliance');
  const { t: ofReports } = useTranslation('compliance-reports');
  return (figures: Figures) => [
    { label: ofReports('state'), value: t(`states.${figures.state}`) },
    { label: t('therapyStart'), value: formatDate(figures.therapyStart) || '–' },
    {
      label: t('window', { days: figures.windowDays }),
      value: figures.windowStart
        ? t('windowDates', { from: formatDate(figures.windowStart), to: formatDate(figures.windowEnd) })
        : '–',
    },
    {
      label: t('nights'),
      value: t('nightsOf', { nights: figures.compliantDays, wanted: figures.nightsWanted }),
    },
    { label: t('missing'), value: String(figures.missingNights) },
    { label: t('corrected'), value: String(figures.correctedNights) },
  ];
}
