import { Button, HStack, NativeSelect, Text } from '@chakra-ui/react';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormField } from '../../components/FormField.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { usagePart, useDateRangeSeed } from '../../lib/dateRange.tsx';
import { formatDate, today } from '../../lib/dates.ts';
import { useReloadOnDeviceChange } from '../../lib/deviceChanges.ts';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { useViewer } from '../../lib/viewer.ts';
import type { ComplianceChoice } from './complianceAddress.ts';
import { ComplianceEvidence } from './ComplianceEvidence.tsx';
import { ComplianceFigures } from './ComplianceFigures.tsx';
import { ComplianceLedger } from './ComplianceLedger.tsx';
import { useComplianceNightsQuery, type ComplianceNightsQuery } from './gql/ComplianceNightsDialog.ts';

graphql(`
  query ComplianceNights($patientId: ID!, $ruleId: String, $asOf: Date) {
    complianceRules {
      id
      name
    }
    patient(id: $patientId) {
      id
      databaseId
      firstUsageDate
      compliance(ruleId: $ruleId, asOf: $asOf) {
        ...ComplianceFigures_compliance @unmask
        evidence {
          ...ComplianceEvidence_evidence @unmask
        }
        ledger {
          ...ComplianceLedger_night @unmask
        }
      }
    }
  }
`);

type Patient = NonNullable<ComplianceNightsQuery['patient']>;

/** A patient's result under a rule as of a date, and the nights that it is based on, for reading and printing. */
export function ComplianceNightsDialog({ patientId, onClose }: { patientId: string; onClose: () => void }) {
  const { t } = useTranslation('compliance');
  const { organization } = useViewer();
  const [choice, setChoice] = useState<ComplianceChoice>({ ruleId: null, asOf: null });
  const { data, previousData, error, loading, refetch } = useComplianceNightsQuery({
    variables: { patientId, ...choice },
    fetchPolicy: 'cache-and-network',
  });
  useReloadOnDeviceChange(refetch, loading);
  const shown = data ?? (error ? undefined : previousData);
  const patient = shown?.patient;
  const timezone = patient?.compliance.timezone ?? organization.timezone;
  return (
    <Modal
      open
      onClose={onClose}
      title={t('ledger.title')}
      size="lg"
      tall
      footer={
        patient ? (
          <Button asChild variant="outline">
            <a
              href={urls.compliancePrint({ patientId: patient.databaseId, ...choice })}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Printer aria-hidden="true" />
              {t('report.open')}
            </a>
          </Button>
        ) : null
      }
    >
      <HStack gap="4" mb="4" align="flex-start" flexWrap="wrap">
        <FormField label={t('choose.rule')} maxW="64">
          <NativeSelect.Root size="sm">
            <NativeSelect.Field
              value={choice.ruleId ?? shown?.complianceRules[0]?.id}
              onChange={({ target }) => setChoice({ ...choice, ruleId: target.value })}
            >
              {shown?.complianceRules.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </FormField>
        <FormField label={t('choose.asOf')} help={t('choose.asOfHelp', { timezone })} maxW="72">
          <DateField
            size="sm"
            value={choice.asOf ?? patient?.compliance.asOf ?? null}
            max={today(timezone)}
            onChange={(asOf) => setChoice({ ...choice, asOf })}
          />
        </FormField>
      </HStack>
      {error && !patient ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : patient ? (
        <Result patient={patient} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Modal>
  );
}

function Result({ patient: { compliance, firstUsageDate } }: { patient: Patient }) {
  const { t } = useTranslation('compliance');
  const { range, setRange } = useDateRangeSeed();
  const used = range && usagePart(range, firstUsageDate);
  const { ledger, windowStart, windowEnd } = compliance;
  const nights = ledger.filter(({ date }) => !range || (used !== null && used.start <= date && date <= used.end));
  return (
    <>
      <ComplianceFigures compliance={compliance} />
      {compliance.evidence ? <ComplianceEvidence evidence={compliance.evidence} /> : null}
      {range ? (
        <HStack justify="space-between" flexWrap="wrap" mt="4">
          <Text fontSize="dense">
            {used
              ? t('ledger.range', { from: formatDate(used.start), to: formatDate(used.end) })
              : t('ledger.noneInRange')}
          </Text>
          <Button size="xs" variant="ghost" onClick={() => setRange(null)}>
            {t('ledger.showAll')}
          </Button>
        </HStack>
      ) : null}
      <ComplianceLedger
        label={t('ledger.title')}
        hasLinks
        nights={nights}
        window={windowStart && windowEnd ? { start: windowStart, end: windowEnd } : null}
      />
    </>
  );
}
