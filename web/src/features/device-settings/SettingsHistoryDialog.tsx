import { Box, Button, HStack, Input, InputGroup, Switch, Text } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { ExportButton } from '../../components/ExportButton.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useOnDeviceChange } from '../../lib/deviceChanges.ts';
import { graphql } from '../../lib/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import { useSettingsHistoryQuery } from './gql/SettingsHistoryDialog.ts';
import { filterHistory, withNewestChanges, type SettingsHistory } from './settingsHistory.ts';
import { SettingsHistoryTable } from './SettingsHistoryTable.tsx';

graphql(`
  query SettingsHistory($id: ID!, $after: ID) {
    node(id: $id) {
      ... on DeviceHistory {
        id
        settingsHistory(first: 500, after: $after) {
          hasMore
          labels {
            name
            label
            group
            unit
          }
          rows {
            id
            collected
            title
            status
            statusLabel
            sourceDisplay
            submittedBy
            submittedAt
            dismissedBy
            dismissedAt
            tone
            diffFromPrevious
            values {
              name
              value
            }
          }
        }
      }
    }
  }
`);

/** The Settings History of a device: all settings that it reported and all that were submitted to it. */
export function SettingsHistoryDialog(props: {
  id: string;
  serial: string;
  /** REST address of the same rows as a CSV file. */
  csv: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('device-settings');
  const { viewerCanExportDevices } = useViewer();
  const { data, error, refetch, fetchMore } = useSettingsHistoryQuery({
    variables: { id: props.id },
    fetchPolicy: 'cache-and-network',
  });
  const [loadingOlder, setLoadingOlder] = useState(false);
  const history = data?.node?.__typename === 'DeviceHistory' ? data.node.settingsHistory : null;

  // The rows that are loaded, the filter and the scroll position remain.
  useOnDeviceChange(() => {
    if (!history) return;
    fetchMore({
      variables: { id: props.id },
      updateQuery: (before, { fetchMoreResult: now }) => {
        if (before.node?.__typename !== 'DeviceHistory' || now.node?.__typename !== 'DeviceHistory') return before;
        return {
          node: {
            ...before.node,
            settingsHistory: withNewestChanges(before.node.settingsHistory, now.node.settingsHistory),
          },
        };
      },
    }).catch(() => undefined);
  });

  async function older(after: string | undefined) {
    setLoadingOlder(true);
    try {
      await fetchMore({
        variables: { id: props.id, after },
        updateQuery: (before, { fetchMoreResult: more }) => {
          if (before.node?.__typename !== 'DeviceHistory' || more.node?.__typename !== 'DeviceHistory') return before;
          const rows = [...before.node.settingsHistory.rows, ...more.node.settingsHistory.rows];
          return { node: { ...before.node, settingsHistory: { ...more.node.settingsHistory, rows } } };
        },
      });
    } catch {
      toaster.error({ title: t('history.olderFailed') });
    } finally {
      setLoadingOlder(false);
    }
  }

  return (
    <Modal
      inAddress
      open
      onClose={props.onClose}
      title={t('history.title', { serial: props.serial })}
      size="full"
      footer={
        <>
          <Box me="auto">
            <ExportButton url={props.csv} allowed={viewerCanExportDevices} />
          </Box>
          {history?.hasMore ? (
            <Button
              variant="outline"
              loading={loadingOlder}
              loadingText={t('history.older')}
              onClick={() => void older(history.rows.at(-1)?.id)}
            >
              {t('history.older')}
            </Button>
          ) : null}
          <Button onClick={props.onClose}>{t('close')}</Button>
        </>
      }
    >
      {history ? (
        <HistoryView label={t('history.title', { serial: props.serial })} history={history} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Modal>
  );
}

function HistoryView({ label, history }: { label: string; history: SettingsHistory }) {
  const { t } = useTranslation('device-settings');
  const [search, setSearch] = useState('');
  const [onlyChanges, setOnlyChanges] = useState(false);
  const { columns, rows } = filterHistory(history, { search, onlyChanges });

  return (
    <>
      <HStack gap="4" mb="3" flexWrap="wrap">
        <InputGroup startElement={<Search size={16} aria-hidden="true" />} flex="1 1 14rem" maxW={{ sm: '20rem' }}>
          <Input
            type="search"
            size="sm"
            aria-label={t('history.search')}
            placeholder={t('history.search')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </InputGroup>
        <Switch.Root size="sm" checked={onlyChanges} onCheckedChange={({ checked }) => setOnlyChanges(checked)}>
          <Switch.HiddenInput />
          <Switch.Control />
          <Switch.Label>{t('onlyChanges')}</Switch.Label>
        </Switch.Root>
        <Text role="status" textStyle="xs" color="fg.muted" ms="auto">
          {t('history.count', { rows: rows.length, columns: columns.length })}
        </Text>
      </HStack>
      {rows.length > 0 && columns.length > 0 ? (
        <SettingsHistoryTable label={label} columns={columns} rows={rows} />
      ) : (
        <EmptyState text={t(search || onlyChanges ? 'history.noneFound' : 'history.none')} />
      )}
    </>
  );
}
