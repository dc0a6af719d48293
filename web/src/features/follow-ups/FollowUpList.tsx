import { Box, Button, HStack, Text } from '@chakra-ui/react';
import { CircleCheckBig } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ChangedRows } from '../../components/ChangedRows.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ExportButton } from '../../components/ExportButton.tsx';
import { OutOfDate } from '../../components/OutOfDate.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { PageProblem } from '../../components/PageProblem.tsx';
import { SkeletonCards } from '../../components/Skeletons.tsx';
import { formatCount } from '../../lib/numberLocale.ts';
import { useOnFocus } from '../../lib/useOnFocus.ts';
import { useViewer } from '../../lib/viewer.ts';
import { followUpFile, followUpQuery, readFollowUpAddress, type FollowUpChoice } from './followUpAddress.ts';
import { FollowUpFilters } from './FollowUpFilters.tsx';
import { FollowUpRows } from './FollowUpRows.tsx';
import { useFollowUps } from './useFollowUps.ts';

/** The follow-ups of the organization, with the filter in the address, and what can be done with each. */
export function FollowUpList() {
  const { t } = useTranslation('follow-ups');
  const { t: list } = useTranslation('follow-up-list');
  const { viewerCanExportPatients } = useViewer();
  const [address, setAddress] = useSearchParams();
  const choice = readFollowUpAddress(address);
  const followUps = useFollowUps(choice, list('moreFailed'));
  const { rows, error, isBefore, reload } = followUps;
  // A page left open overnight would show yesterday's list.
  useOnFocus(reload);

  return (
    <>
      <PageHeader
        title={t('title')}
        action={<ExportButton allowed={viewerCanExportPatients} disabled={!rows?.length} url={followUpFile(choice)} />}
      />
      <FollowUpFilters
        choice={choice}
        counts={followUps.counts}
        onChange={(next) => setAddress(followUpQuery(next), { preventScrollReset: true })}
      />
      {rows ? null : error ? <PageProblem error={error} onRetry={followUps.refetch} /> : <SkeletonCards count={5} />}
      {rows ? (
        <>
          {error ? <OutOfDate error={error} onRetry={followUps.refetch} /> : null}
          <ChangedRows rows={rows} patientOf={({ patient }) => patient.id} loading={isBefore} onRefresh={reload} />
          <Box opacity={isBefore ? 0.6 : 1} transition="opacity 120ms ease-out">
            <FollowUpRows
              label={t('title')}
              rows={rows}
              busy={isBefore}
              onChanged={reload}
              empty={isBefore ? <SkeletonCards count={5} /> : <NoFollowUps choice={choice} />}
            />
          </Box>
          <HStack mt="3" gap="3" flexWrap="wrap">
            <Text color="fg.muted" fontSize="dense" aria-live="polite">
              {rows.length > 0
                ? list('shown', {
                    shown: formatCount(rows.length),
                    total: formatCount(followUps.total) + (followUps.totalIsCapped ? '+' : ''),
                  })
                : null}
            </Text>
            {followUps.hasMore ? (
              <Button
                size="sm"
                variant="outline"
                loading={followUps.isLoadingMore}
                loadingText={list('more')}
                onClick={() => void followUps.more()}
              >
                {list('more')}
              </Button>
            ) : null}
          </HStack>
        </>
      ) : null}
    </>
  );
}

function NoFollowUps({ choice: { state, reasons, assigned } }: { choice: FollowUpChoice }) {
  const { t } = useTranslation('follow-up-list');
  const isNarrowed = reasons.length > 0 || assigned !== null;
  return (
    <EmptyState
      icon={CircleCheckBig}
      text={t(
        assigned === 'ME' && reasons.length === 0 ? `emptyMine.${state}` : isNarrowed ? 'noneMatch' : `empty.${state}`,
      )}
    />
  );
}
