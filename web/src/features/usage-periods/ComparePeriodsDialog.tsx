import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormField } from '../../components/FormField.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { useDateRangeSeed, type DateRange } from '../../lib/dateRange.tsx';
import { today as todayIn } from '../../lib/dates.ts';
import { useReloadOnDeviceChange } from '../../lib/deviceChanges.ts';
import { graphql } from '../../lib/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import { useComparePeriodsQuery } from './gql/ComparePeriodsDialog.ts';
import { isTooLong, periodsOf } from './periods.ts';
import { periodsAddress } from './usagePeriodsAddress.ts';
import { UsagePeriodsTable } from './UsagePeriodsTable.tsx';

graphql(`
  query ComparePeriods($patientId: ID!, $from: Date!, $to: Date!, $otherFrom: Date!, $otherTo: Date!) {
    patient(id: $patientId) {
      id
      databaseId
      first: usagePeriod(from: $from, to: $to) {
        ...UsagePeriodsTable_period @unmask
      }
      second: usagePeriod(from: $otherFrom, to: $otherTo) {
        ...UsagePeriodsTable_period @unmask
      }
    }
  }
`);

/** Two periods of a patient side by side: at first the one that the charts show, and as many nights before it. */
export function ComparePeriodsDialog({ patientId, onClose }: { patientId: string; onClose: () => void }) {
  const { t } = useTranslation('usage-periods');
  const { organization } = useViewer();
  const today = todayIn(organization.timezone);
  const { range: shared } = useDateRangeSeed();
  const [[first, second], setPeriods] = useState(() => periodsOf(shared, today));
  const tooLong = isTooLong(first) || isTooLong(second);
  const { data, error, loading, refetch } = useComparePeriodsQuery({
    variables: { patientId, from: first.start, to: first.end, otherFrom: second.start, otherTo: second.end },
    fetchPolicy: 'cache-and-network',
    skip: tooLong,
  });
  useReloadOnDeviceChange(refetch, loading);
  const patient = tooLong ? undefined : data?.patient;

  return (
    <Modal
      open
      onClose={onClose}
      title={t('title')}
      size="lg"
      tall
      footer={
        patient ? (
          <Button asChild variant="outline">
            <a
              href={periodsAddress({ patientId: String(patient.databaseId), first, second })}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Printer aria-hidden="true" />
              {t('print')}
            </a>
          </Button>
        ) : null
      }
    >
      <Stack gap="2" mb="4">
        <PeriodFields
          label={t('first')}
          range={first}
          today={today}
          onChange={(range) => setPeriods([range, second])}
        />
        <PeriodFields
          label={t('second')}
          range={second}
          today={today}
          onChange={(range) => setPeriods([first, range])}
        />
      </Stack>
      {tooLong ? (
        <Text role="alert">{t('tooLong')}</Text>
      ) : patient ? (
        <UsagePeriodsTable label={t('title')} periods={[patient.first, patient.second]} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={10} />
      )}
    </Modal>
  );
}

/** The first and the last night of a period. A date that is cleared stays as it was until another one is entered. */
function PeriodFields(props: { label: string; range: DateRange; today: string; onChange: (range: DateRange) => void }) {
  const { t } = useTranslation('usage-periods');
  const { label, range, today, onChange } = props;
  return (
    <HStack as="fieldset" gap="3" align="flex-end" minW="0">
      <Text as="legend" textStyle="sm" fontWeight="medium" mb="1">
        {label}
      </Text>
      <FormField label={t('from')} maxW="44">
        <DateField
          size="sm"
          value={range.start}
          max={range.end}
          onChange={(start) => start && onChange({ ...range, start })}
        />
      </FormField>
      <FormField label={t('to')} maxW="44">
        <DateField
          size="sm"
          value={range.end}
          min={range.start}
          max={today}
          onChange={(end) => end && onChange({ ...range, end })}
        />
      </FormField>
    </HStack>
  );
}
