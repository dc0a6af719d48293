import { useApolloClient } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { FileCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableState } from '../../components/useTableState.ts';
import { usePart } from '../../lib/useLoaded.ts';
import { useViewer } from '../../lib/viewer.ts';
import { CurrentComplianceBatchDocument } from './gql/useComplianceBatch.ts';

const loadBatch = () => import('./ComplianceBatch.tsx');

/** The patients of a list that match its search and filter. */
export interface MatchingPatients {
  variables: Pick<TableState['variables'], 'search' | 'where'>;
  total: number | undefined;
  isCapped: boolean;
}

/**
 * Issues the reports of all patients of a list, for viewers who may save the list as a file. Its part is loaded when it
 * is opened, or when a batch was seen before another page was opened: its progress is shown again.
 */
export function ComplianceBatchButton({ matching }: { matching: MatchingPatients }) {
  const { t } = useTranslation('patients');
  const { viewerCanExportPatients } = useViewer();
  const client = useApolloClient();
  const [isKnown] = useState(
    () => client.readQuery({ query: CurrentComplianceBatchDocument })?.currentComplianceBatch != null,
  );
  const [opened, setOpened] = useState(false);
  const isWanted = isKnown || opened;
  const part = usePart(loadBatch, isWanted);
  if (!viewerCanExportPatients) return null;
  // One chunk has the icon: another request would be one of the first page.
  const icon = <FileCheck aria-hidden="true" />;
  const button = (
    <Button
      size="sm"
      variant="outline"
      loading={opened}
      loadingText={t('complianceReports')}
      onClick={() => setOpened(true)}
      onPointerEnter={() => void loadBatch()}
    >
      {icon}
      {t('complianceReports')}
    </Button>
  );
  if (!part || !isWanted) return button;
  // The texts of the part come after its code.
  return (
    <Suspense fallback={button}>
      <part.ComplianceBatch matching={matching} initiallyOpen={opened} icon={icon} />
    </Suspense>
  );
}
