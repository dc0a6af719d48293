import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ErrorState } from '../components/ErrorState.tsx';
import { PrintFooter, PrintNotice, PrintSheet } from '../components/PrintSheet.tsx';
import { SkeletonLines } from '../components/Skeletons.tsx';
import { CompliancePrintHeader } from '../features/compliance/CompliancePrintHeader.tsx';
import { readPeriodsAddress, type PeriodsAddress } from '../features/usage-periods/usagePeriodsAddress.ts';
import { UsagePeriodsTable } from '../features/usage-periods/UsagePeriodsTable.tsx';
import { today } from '../lib/dates.ts';
import { graphql } from '../lib/graphql.ts';
import { nameInList } from '../lib/nameInList.ts';
import { useViewer } from '../lib/viewer.ts';
import { useUsagePrintPageQuery } from './gql/UsagePrintPage.ts';

graphql(`
  query UsagePrintPage($patientId: ID!, $from: Date!, $to: Date!, $otherFrom: Date!, $otherTo: Date!) {
    patient(id: $patientId) {
      id
      firstName
      lastName
      ...CompliancePrintHeader_patient
      first: usagePeriod(from: $from, to: $to) {
        ...UsagePeriodsTable_period @unmask
      }
      second: usagePeriod(from: $otherFrom, to: $otherTo) {
        ...UsagePeriodsTable_period @unmask
      }
    }
  }
`);

/** The comparison of two periods of a patient at /reports/usage, for paper, fax and PDF. */
export function UsagePrintPage() {
  const { t } = useTranslation('usage-periods');
  const [parameters] = useSearchParams();
  const request = useMemo(() => readPeriodsAddress(parameters), [parameters]);
  if (request) return <Report {...request} />;
  return (
    <PrintSheet heading={t('title')} title={t('title')} printable={false}>
      <PrintNotice status="error" text={t('wrongAddress')} />
    </PrintSheet>
  );
}

function Report({ patientId, first, second }: PeriodsAddress) {
  const { t } = useTranslation('usage-periods');
  const { organization } = useViewer();
  const { data, error, refetch } = useUsagePrintPageQuery({
    variables: { patientId, from: first.start, to: first.end, otherFrom: second.start, otherTo: second.end },
  });
  const patient = data?.patient;
  const title = [t('title'), ...(patient ? [nameInList(patient)] : [])].join(' · ');
  return (
    <PrintSheet heading={t('title')} title={title} printable={Boolean(patient)}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonLines lines={10} /> : null}
      {data && !patient ? <PrintNotice status="error" text={t('notFound')} /> : null}
      {patient ? (
        <>
          <CompliancePrintHeader
            patient={patient}
            asOf={today(organization.timezone)}
            timezone={organization.timezone}
          />
          <UsagePeriodsTable label={t('title')} periods={[patient.first, patient.second]} />
          <PrintFooter legend={t('legend')} />
        </>
      ) : null}
    </PrintSheet>
  );
}
