import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ErrorState } from '../components/ErrorState.tsx';
import { PrintFooter, PrintNotice, PrintSheet } from '../components/PrintSheet.tsx';
import { SkeletonLines } from '../components/Skeletons.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { ComplianceEvidence } from '../features/compliance/ComplianceEvidence.tsx';
import { ComplianceFigures } from '../features/compliance/ComplianceFigures.tsx';
import { ComplianceLedger } from '../features/compliance/ComplianceLedger.tsx';
import { CompliancePrintHeader } from '../features/compliance/CompliancePrintHeader.tsx';
import { ComplianceSignatures } from '../features/compliance/ComplianceSignatures.tsx';
import { ReportDifferences } from '../features/compliance-reports/ReportDifferences.tsx';
import { ReportVerification } from '../features/compliance-reports/ReportVerification.tsx';
import { SaveReport } from '../features/compliance-reports/SaveReport.tsx';
import { graphql } from '../lib/graphql.ts';
import { nameInList } from '../lib/nameInList.ts';
import { urls } from '../lib/urls.ts';
import { useComplianceReportPageQuery, type ComplianceReportPageQuery } from './gql/ComplianceReportPage.ts';

graphql(`
  query ComplianceReportPage($code: String!) {
    complianceReport(code: $code) {
      code
      issuedAt
      issuedBy
      issuedFor
      isCurrent
      changedNights
      address
      qrPath
      qrSize
      signature {
        key
        value
      }
      patient {
        id
        firstName
        lastName
        ...CompliancePrintHeader_patient
      }
      compliance {
        ...ComplianceFigures_compliance @unmask
        evidence {
          ...ComplianceEvidence_evidence @unmask
        }
        ledger {
          ...ComplianceLedger_night @unmask
        }
      }
      current {
        ...ComplianceFigures_compliance @unmask
      }
    }
  }
`);

const isNotFound = (error: unknown) =>
  CombinedGraphQLErrors.is(error) && error.errors[0]?.extensions?.code === 'NOT_FOUND';

/**
 * A compliance report that was issued, at /verify/{code}: the sheet that is printed, with the figures as they were, and
 * whether those of today differ.
 */
export function ComplianceReportPage() {
  const { t } = useTranslation('compliance');
  const { t: ofReports } = useTranslation('compliance-reports');
  const { code = '' } = useParams();
  const { data, error, refetch } = useComplianceReportPageQuery({
    variables: { code },
    fetchPolicy: 'cache-and-network',
  });
  const report = data?.complianceReport;
  const title = [t('report.title'), ...(report ? [nameInList(report.patient), report.code] : [])].join(' · ');
  return (
    <PrintSheet
      heading={t('report.title')}
      title={title}
      printable={Boolean(report)}
      actions={report ? <SaveReport code={report.code} /> : null}
    >
      {report ? (
        <Sheet report={report} />
      ) : isNotFound(error) ? (
        <PrintNotice status="error" text={ofReports('notFound')} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
      {error && !report ? <TextLink to={urls.verifyReport}>{ofReports('another')}</TextLink> : null}
    </PrintSheet>
  );
}

function Sheet({ report }: { report: ComplianceReportPageQuery['complianceReport'] }) {
  const { t } = useTranslation('compliance');
  const { patient, compliance } = report;
  const { windowStart, windowEnd } = compliance;
  return (
    <>
      <ReportDifferences report={report} />
      <CompliancePrintHeader patient={patient} asOf={compliance.asOf} timezone={compliance.timezone} />
      <ReportVerification report={report} />
      <ComplianceFigures compliance={compliance} />
      {compliance.evidence ? <ComplianceEvidence evidence={compliance.evidence} /> : null}
      <ComplianceLedger
        label={t('ledger.title')}
        nights={compliance.ledger.toReversed()}
        window={windowStart && windowEnd ? { start: windowStart, end: windowEnd } : null}
      />
      <ComplianceSignatures />
      <PrintFooter legend={t('report.legend')} />
    </>
  );
}
