import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { useIssueComplianceReport } from './gql/IssueReport.ts';

graphql(`
  mutation IssueComplianceReport($input: IssueComplianceReportInput!) {
    issueComplianceReport(input: $input) {
      code
      ...UserErrors
    }
  }
`);

/** The button that issues the report of a preview, and opens it under its verification code. */
export function IssueReport(props: { patientId: string; rule: { id: string }; asOf: string }) {
  const { t } = useTranslation('compliance-reports');
  const navigate = useNavigate();
  const issue = useIssueComplianceReport();
  const [busy, setBusy] = useState(false);

  async function act() {
    setBusy(true);
    try {
      const input = { patientId: props.patientId, ruleId: props.rule.id, asOf: props.asOf };
      const { code, userErrors } = await issue({ input });
      if (userErrors[0]) toaster.error({ title: userErrors[0].message });
      if (code) await navigate(urls.complianceReport(code));
    } catch {
      toaster.error({ title: t('notIssued') });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button loading={busy} loadingText={t('issue')} onClick={() => void act()}>
      {t('issue')}
    </Button>
  );
}
