import { Heading, Stack } from '@chakra-ui/react';
import { useFragment } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { ChangesTable, type ShownChange } from './ChangesTable.tsx';
import { DeviceSettings_recordFragmentDoc } from './gql/settingsRecordFragment.ts';
import { PendingChange } from './PendingChange.tsx';
import { WithdrawChange } from './WithdrawChange.tsx';

/** A submitted change and its delivery. The record updates with the device's answers while the page is open. */
export function SubmittedChange(props: {
  recordId: string;
  changes: readonly ShownChange[];
  deviceHistoryId: string;
  patientPage: string;
}) {
  const { t } = useTranslation('device-settings');
  const { data: record, complete } = useFragment({
    fragment: DeviceSettings_recordFragmentDoc,
    fragmentName: 'DeviceSettings_record',
    from: { __typename: 'SettingsRecord', id: props.recordId },
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <Card>
      <Stack gap="4">
        <Heading as="h2" size="sm" ref={heading} tabIndex={-1} outline="none">
          {t('done.title')}
        </Heading>
        {complete ? (
          <PendingChange
            record={record}
            actions={
              record.status === 'PENDING' ? (
                <WithdrawChange deviceHistoryId={props.deviceHistoryId} settingsRecordId={record.id} />
              ) : null
            }
          />
        ) : null}
        <ChangesTable
          label={t('review.changes')}
          before={t('review.from')}
          after={t('review.to')}
          changes={props.changes}
        />
        <TextLink to={props.patientPage}>{t('done.toPatient')}</TextLink>
      </Stack>
    </Card>
  );
}
