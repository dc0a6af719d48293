import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ErrorState } from '../components/ErrorState.tsx';
import { PrintFooter, PrintNotice, PrintSheet } from '../components/PrintSheet.tsx';
import { SkeletonLines } from '../components/Skeletons.tsx';
import { readComplianceAddress, type ComplianceChoice } from '../features/compliance/complianceAddress.ts';
import { ComplianceEvidence } from '../features/compliance/ComplianceEvidence.tsx';
import { ComplianceFigures } from '../features/compliance/ComplianceFigures.tsx';
import { ComplianceLedger } from '../features/compliance/ComplianceLedger.tsx';
import { CompliancePrintHeader } from '../features/compliance/CompliancePrintHeader.tsx';
import { ComplianceSignatures } from '../features/compliance/ComplianceSignatures.tsx';
import { IssueReport } from '../features/compliance-reports/IssueReport.tsx';
import { graphql } from '../lib/graphql.ts';
import { nameInList } from '../lib/nameInList.ts';
import { useCompliancePrintPageQuery } from './gql/CompliancePrintPage.ts';

graphql(`
  query CompliancePrintPage($patientId: ID!, $ruleId: String, $asOf: Date) {
    patient(id: $patientId) {
      id
      firstName
      lastName
      ...CompliancePrintHeader_patient
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

/**
 * The result of a patient at /reports/compliance as it will be printed: a preview. Issuing it keeps the figures under a
 * verification code, and opens the sheet with it (ComplianceReportPage).
 */
export function CompliancePrintPage() {
  const { t } = useTranslation('compliance');
  const [parameters] = useSearchParams();
  const request = useMemo(() => readComplianceAddress(parameters), [parameters]);
  if (request) return <Report {...request} />;
  return (
    <PrintSheet heading={t('report.title')} title={t('report.title')} printable={false}>
      <PrintNotice status="error" text={t('report.wrongAddress')} />
    </PrintSheet>
  );
}

function Report({ patientId, ruleId, asOf }: { patientId: string } & ComplianceChoice) {
  const { t } = useTranslation('compliance');
  const { data, error, refetch } = useCompliancePrintPageQuery({ variables: { patientId, ruleId, asOf } });
  const patient = data?.patient;
  const title = [t('report.title'), ...(patient ? [nameInList(patient)] : [])].join(' · ');
  return (
    <PrintSheet
      heading={t('report.title')}
      title={title}
      printable={false}
      actions={patient?.compliance.therapyStart ? <IssueReport patientId={patient.id} {...patient.compliance} /> : null}
    >
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonLines lines={6} /> : null}
      {data && !patient ? <PrintNotice status="error" text={t('report.notFound')} /> : null}
      {patient ? (
        <>
          <PrintNotice status="warning" text={t('report.preview')} />
          <CompliancePrintHeader
            patient={patient}
            asOf={patient.compliance.asOf}
            timezone={patient.compliance.timezone}
          />
          <ComplianceFigures compliance={patient.compliance} />
          {patient.compliance.evidence ? <ComplianceEvidence evidence={patient.compliance.evidence} /> : null}
          <ComplianceLedger
            label={t('ledger.title')}
            nights={patient.compliance.ledger.toReversed()}
            window={
              patient.compliance.windowStart && patient.compliance.windowEnd
                ? { start: patient.compliance.windowStart, end: patient.compliance.windowEnd }
                : null
            }
          />
          <ComplianceSignatures />
          <PrintFooter legend={t('report.legend')} />
        </>
      ) : null}
    </PrintSheet>
  );
}
