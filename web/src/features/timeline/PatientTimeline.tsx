import { Button, HStack, Text } from '@chakra-ui/react';
import { History, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { ExportButton } from '../../components/ExportButton.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { formatCount } from '../../lib/numberLocale.ts';
import { page } from '../../lib/page.ts';
import { useViewer } from '../../lib/viewer.ts';
import { TimelineFilter, type FilterValue } from './TimelineFilter.tsx';
import { factGroups } from './timelineKinds.ts';
import { TimelineTable } from './TimelineTable.tsx';
import { mostAtOnce, usePatientTimeline, type TimelineChoice } from './usePatientTimeline.ts';

const everything: FilterValue = { group: null, from: null, to: null };

/** The address of the file of these facts. */
function fileOf(patientId: number, { kinds, from, to }: TimelineChoice): string {
  const query = new URLSearchParams({ csv: 'true' });
  if (kinds) query.set('kinds', kinds.join(',').toLowerCase());
  if (from) query.set('startDate', from);
  if (to) query.set('endDate', to);
  return `/api/patients/${patientId}/timeline?${query}`;
}

/** What was recorded about the therapy of a patient: nights, cards, codes, corrections, assignments, reports. */
export function PatientTimeline({ patient }: { patient: { id: string; databaseId: number } }) {
  const { t } = useTranslation('timeline');
  const { viewerCanExportPatients } = useViewer();
  const [filter, setFilter] = useState(everything);
  const choice: TimelineChoice = {
    kinds: filter.group && [...factGroups[filter.group]],
    from: filter.from,
    to: filter.to,
  };
  const { facts, total, hasOlder, loading, error, refetch, isLoadingOlder, older } = usePatientTimeline(
    patient.id,
    choice,
    t('olderFailed'),
  );
  const isFiltered = filter.group !== null || filter.from !== null || filter.to !== null;

  return (
    <Card
      title={t('title')}
      action={
        <HStack className="no-print" gap="2">
          <ExportButton
            size="xs"
            allowed={viewerCanExportPatients}
            disabled={!facts?.length}
            url={fileOf(patient.databaseId, choice)}
          />
          <Button size="xs" variant="outline" disabled={!facts?.length} onClick={() => page.print()}>
            <Printer aria-hidden="true" />
            {t('print')}
          </Button>
        </HStack>
      }
    >
      <TimelineFilter value={filter} onChange={setFilter} />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {facts || error ? null : <SkeletonLines lines={6} />}
      {facts?.length === 0 && !error ? <EmptyState icon={History} text={t(isFiltered ? 'noneMatch' : 'none')} /> : null}
      {facts && facts.length > 0 && !error ? (
        <>
          <TimelineTable facts={facts} busy={loading} />
          <HStack mt="3" gap="3" flexWrap="wrap">
            <Text color="fg.muted" fontSize="dense" aria-live="polite">
              {t('shown', { shown: formatCount(facts.length), total: formatCount(total) })}
            </Text>
            {hasOlder ? (
              <HStack className="no-print" gap="2">
                <Button size="xs" variant="outline" loading={isLoadingOlder} onClick={() => void older()}>
                  {t('older')}
                </Button>
                <Button size="xs" variant="outline" disabled={isLoadingOlder} onClick={() => void older(mostAtOnce)}>
                  {t('many', { facts: formatCount(mostAtOnce) })}
                </Button>
              </HStack>
            ) : null}
          </HStack>
        </>
      ) : null}
    </Card>
  );
}
