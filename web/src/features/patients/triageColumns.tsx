import type { TFunction } from 'i18next';
import { Text } from '@chakra-ui/react';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import type { ListViewer } from '../../components/ListPage.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import type { AttentionReason } from '../../gql/schema.ts';
import { formatDate, formatInstant } from '../../lib/dates.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { urls } from '../../lib/urls.ts';
import type { TriagePageQuery } from './gql/triageList.ts';

type PatientRow = TriagePageQuery['patients']['edges'][number]['node'];
/** A patient with the reason for which it is shown. */
export type TriageRow = Pick<
  PatientRow,
  'id' | 'databaseId' | 'firstName' | 'lastName' | 'currentSerial' | 'lastConnectionAt' | 'attention'
>;

const isOfSettings = (reason: AttentionReason) => reason === 'SETTINGS_FAILED' || reason === 'SETTINGS_WAITING';

/** What staff needs to act on a patient: why, since when, which device, who submitted, and where to act. */
export function triageColumns<Row extends TriageRow>(
  t: TFunction<'patients'>,
  { organization }: Pick<ListViewer, 'organization'>,
  reason: AttentionReason,
): DataTableColumn<Row>[] {
  const instant = (time: string | null) => formatInstant(time, organization.timezone);
  const submitter: DataTableColumn<Row> = {
    id: 'submitted_by',
    header: t('triage.submittedBy'),
    csv: [],
    cell: ({ attention }) => attention?.submittedBy,
  };
  return [
    {
      id: 'last_name',
      header: t('name'),
      identity: true,
      sortable: true,
      csv: ['last_name', 'first_name'],
      cell: (row) => <TextLink to={urls.patient(row.databaseId)}>{nameInList(row)}</TextLink>,
    },
    {
      id: 'reason',
      header: t('triage.reason'),
      csv: [isOfSettings(reason) ? 'settings_state' : 'compliance'],
      cell: ({ attention }) => attention && reasonText(t, attention),
    },
    {
      id: 'since',
      header: t('triage.since'),
      dates: 'time',
      csv: [],
      cell: ({ attention }) => (attention?.since ? instant(attention.since) : formatDate(attention?.sinceDay ?? null)),
    },
    {
      id: 'current_serial',
      header: t('device'),
      nowrap: true,
      sortable: true,
      cell: ({ currentSerial }) =>
        currentSerial && (
          <Text as="span" fontFamily="mono">
            {currentSerial}
          </Text>
        ),
    },
    ...(isOfSettings(reason) ? [submitter] : []),
    {
      id: 'last_connection',
      header: t('lastConnection'),
      dates: 'time',
      cell: ({ lastConnectionAt }) => instant(lastConnectionAt) || t('triage.never'),
    },
    {
      id: 'action',
      header: t('triage.action'),
      action: true,
      csv: [],
      // The page of the patient opens with the active device.
      cell: (row) => (
        <TextLink to={urls.patient(row.databaseId)} aria-label={`${t(`triage.actions.${reason}`)}: ${nameInList(row)}`}>
          {t(`triage.actions.${reason}`)}
        </TextLink>
      ),
    },
  ];
}

function reasonText(t: TFunction<'patients'>, { reason, since, failureText }: NonNullable<TriageRow['attention']>) {
  if (reason === 'SILENT' && since === null) return t('triage.neverConnected');
  return failureText ?? t(`triage.reasons.${reason}`);
}
