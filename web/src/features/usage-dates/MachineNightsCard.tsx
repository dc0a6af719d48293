import { Button, HStack, Text } from '@chakra-ui/react';
import { CalendarClock, ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Card } from '../../components/Card.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { OutOfDate } from '../../components/OutOfDate.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { useReloadOnDeviceChange } from '../../lib/deviceChanges.ts';
import { usePart } from '../../lib/useLoaded.ts';
import { useLogged } from '../../lib/useLogged.ts';
import { useShown } from '../../lib/useShown.ts';
import { readDateChange, withoutDateChange } from './dateChangeAddress.ts';
import { DateProposals } from './DateProposals.tsx';
import { useMachineUsageQuery } from './gql/usageOperations.ts';
import { Pager } from './Pager.tsx';
import { MachineNightsTable } from './MachineNightsTable.tsx';

const loadUtility = () => import('./DateChangeDialog.tsx');
const loadLog = () => import('./DateLogDialog.tsx');

/** Nights of one page of the screen. */
export const usagePage = 10;

/** The nights of a machine by date, how many carry a corrected date, and what corrects them (document 001, section 2). */
export function MachineNightsCard({ machine }: { machine: { id: string; serial: string } }) {
  const { t } = useTranslation('usage-dates');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<'utility' | 'log' | null>(null);
  const [parameters, setParameters] = useSearchParams();
  const start = useMemo(() => readDateChange(parameters), [parameters]);
  const utility = usePart(loadUtility, open === 'utility' || start !== null);
  const log = usePart(loadLog, open === 'log');
  const { data, error, loading, refetch } = useMachineUsageQuery({
    variables: { id: machine.id, page, limit: usagePage },
    fetchPolicy: 'cache-and-network',
  });
  const reload = useReloadOnDeviceChange(refetch, loading);
  useLogged('The usage of the machine was not loaded', error);
  const found = useShown({ data, error }, `${machine.id} ${page}`).shown?.machine;
  const close = () => setOpen(null);
  const leaveAddress = () => setParameters(withoutDateChange, { preventScrollReset: true, replace: true });

  return (
    <Card
      title={t('title')}
      action={
        <HStack gap="2" flexWrap="wrap">
          {found?.viewerCanChangeUsageDates ? (
            <Button size="sm" variant="outline" onClick={() => setOpen('utility')}>
              <CalendarClock />
              {t('utility')}
            </Button>
          ) : null}
          <Button size="sm" variant="outline" onClick={() => setOpen('log')}>
            <ScrollText />
            {t('log.title')}
          </Button>
        </HStack>
      }
    >
      {found ? (
        <>
          {error ? <OutOfDate error={error} onRetry={() => void refetch()} /> : null}
          {found.viewerCanChangeUsageDates ? <DateProposals machine={found} proposals={found.dateProposals} /> : null}
          <Text color="fg.muted" textStyle="sm" my="3">
            {t('corrected', { count: found.correctedNights })}
          </Text>
          <MachineNightsTable
            machineId={found.id}
            usage={found.usage}
            canUndo={found.viewerCanChangeUsageDates}
            onDone={reload}
          />
          <Pager
            label={t('pages')}
            page={page}
            last={Math.ceil(found.usage.total / usagePage)}
            loading={loading}
            onPage={setPage}
          />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={usagePage + 2} height="7" />
      )}
      {open === 'utility' && utility ? (
        <utility.DateChangeDialog machine={machine} onClose={close} onSaved={reload} />
      ) : null}
      {start && found?.viewerCanChangeUsageDates && utility ? (
        <utility.DateChangeDialog
          key={JSON.stringify(start)}
          machine={machine}
          start={start}
          onClose={leaveAddress}
          onSaved={reload}
        />
      ) : null}
      {open === 'log' && log ? <log.DateLogDialog machine={machine} onClose={close} /> : null}
    </Card>
  );
}
