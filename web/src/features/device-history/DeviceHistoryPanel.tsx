import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { graphql } from '../../lib/graphql.ts';
import { AddDevice } from './AddDevice.tsx';
import { DeviceHistorySelector } from './DeviceHistorySelector.tsx';
import { DeviceHistoryPanel_patientFragmentDoc as fragment } from './gql/DeviceHistoryPanel.ts';

graphql(`
  fragment DeviceHistoryPanel_patient on Patient {
    id
    viewerCanAssignDevice
    devices {
      id
      databaseId
      ...DeviceHistoryCard_history
    }
  }
`);

/**
 * The patient's active and past devices, newest first, one of them selected; with Add Device for viewers who may assign
 * one.
 */
export function DeviceHistoryPanel(props: {
  patient: FragmentType<typeof fragment>;
  /** history_id of the selected device. */
  selected: number | undefined;
  onSelect: (historyId: number) => void;
  /** Reloads the list; resolves when the answer has arrived. */
  onReload: () => Promise<unknown>;
  onICodeReports: (historyId: number) => void;
}) {
  const { t } = useTranslation('device-history');
  const { data: patient } = useSuspenseFragment({
    fragment,
    fragmentName: 'DeviceHistoryPanel_patient',
    from: props.patient,
  });

  async function added(historyId: number) {
    await props.onReload();
    props.onSelect(historyId);
  }

  return (
    <Card
      title={t('title')}
      action={
        patient.viewerCanAssignDevice ? (
          <AddDevice
            patientId={patient.id}
            isFirst={patient.devices.length === 0}
            onReload={props.onReload}
            onAdded={added}
          />
        ) : null
      }
    >
      <DeviceHistorySelector
        devices={patient.devices}
        context="patient"
        selected={props.selected}
        onSelect={props.onSelect}
        onReload={props.onReload}
        onICodeReports={props.onICodeReports}
      />
    </Card>
  );
}
