import { Button, HStack, Stack, Switch, Text } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { History, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { usePart } from '../../lib/useLoaded.ts';
import { DeliveredChange } from './DeliveredChange.tsx';
import { DismissChange } from './DismissChange.tsx';
import { EditSettings } from './EditSettings.tsx';
import {
  DeviceSettings_historyFragmentDoc as fragment,
  type DeviceSettings_historyFragment,
} from './gql/DeviceSettings.ts';
import { PendingChange } from './PendingChange.tsx';
import { SendAgain } from './SendAgain.tsx';
import { SettingsGroups } from './SettingsGroups.tsx';
import { SettingsStatus, type SettingsRecord } from './SettingsStatus.tsx';
import { useLiveSettings } from './useLiveSettings.ts';
import { useSettingsHistoryAddress } from './useSettingsHistoryAddress.ts';
import { WithdrawChange } from './WithdrawChange.tsx';

const loadHistory = () => import('./SettingsHistoryDialog.tsx');

graphql(`
  fragment DeviceSettings_history on DeviceHistory {
    id
    databaseId
    serial
    endDate
    isAssignedToPatient
    historySize
    editAllowed
    editNotice
    viewerCanEditSettings
    viewerCanDismissSettings
    settingsVersion
    patient {
      id
      databaseId
    }
    currentSettings {
      ...DeviceSettings_record @unmask
    }
    pendingSettings {
      ...DeviceSettings_record @unmask
    }
    deliveredSettings {
      ...DeviceSettings_record @unmask
    }
  }
`);

graphql(`
  fragment DeviceSettings_field on SettingsField {
    name
    label
    value
    unit
  }
`);

/** The settings of a device: current next to pending, with differences marked, and the available actions. */
export function DeviceSettings(props: { history: FragmentType<typeof fragment> }) {
  const { t } = useTranslation('device-settings');
  const { data } = useSuspenseFragment({ fragment, fragmentName: 'DeviceSettings_history', from: props.history });
  const [onlyChanges, setOnlyChanges] = useState(false);
  const { currentSettings: current, pendingSettings: pending, deliveredSettings: delivered } = data;
  useLiveSettings(data.patient.id);
  const history = <HistoryButton data={data} />;

  if (!current && !pending) {
    return (
      <Card title={t('title')} action={history}>
        <EmptyState
          icon={SlidersHorizontal}
          text={t(data.endDate ? 'emptyEnded' : 'empty')}
          action={data.endDate ? null : <EditButton data={data} />}
        />
      </Card>
    );
  }
  return (
    <Card
      title={t('title')}
      action={
        <HStack gap="3" flexWrap="wrap">
          {current && pending ? (
            <Switch.Root size="sm" checked={onlyChanges} onCheckedChange={({ checked }) => setOnlyChanges(checked)}>
              <Switch.HiddenInput />
              <Switch.Control />
              <Switch.Label>{t('onlyChanges')}</Switch.Label>
            </Switch.Root>
          ) : null}
          {history}
          <EditButton data={data} />
        </HStack>
      }
    >
      <Stack gap="4">
        {pending ? <PendingChange record={pending} actions={<PendingActions data={data} record={pending} />} /> : null}
        {delivered ? <DeliveredChange record={delivered} /> : null}
        {current ? <SettingsStatus record={current} /> : <Text color="fg.muted">{t('noCurrent')}</Text>}
        <SettingsGroups current={current} pending={pending} onlyChanges={onlyChanges} />
      </Stack>
    </Card>
  );
}

/** A pending change is withdrawn, a failed one is sent again or dismissed, and a replaced one is dismissed. */
function PendingActions({ data, record }: { data: DeviceSettings_historyFragment; record: SettingsRecord }) {
  const change = { deviceHistoryId: data.id, settingsRecordId: record.id };
  if (record.status === 'PENDING') return data.viewerCanEditSettings ? <WithdrawChange {...change} /> : null;
  return (
    <>
      {record.status === 'FAILED' && data.viewerCanEditSettings ? (
        <SendAgain
          deviceHistoryId={data.id}
          record={record}
          version={data.settingsVersion}
          editAllowed={data.editAllowed}
        />
      ) : null}
      {data.viewerCanDismissSettings ? <DismissChange {...change} /> : null}
    </>
  );
}

/** "Edit shows only for devices assigned to the patient", and only for viewers with the permission. */
function EditButton({ data }: { data: DeviceSettings_historyFragment }) {
  const { t } = useTranslation('device-settings');
  if (!data.viewerCanEditSettings || !data.isAssignedToPatient) return null;
  return (
    <EditSettings
      label={t(data.currentSettings ? 'edit.edit' : 'edit.add')}
      editAllowed={data.editAllowed}
      notice={data.editNotice}
      settingsPage={urls.deviceSettings(data.patient.databaseId, data.databaseId)}
    />
  );
}

/** "Settings History shows when history_size > 0." */
function HistoryButton({ data }: { data: DeviceSettings_historyFragment }) {
  const { t } = useTranslation('device-settings');
  const { isOpen, open, close } = useSettingsHistoryAddress(data.databaseId);
  const dialog = usePart(loadHistory, isOpen);
  if (data.historySize === 0) return null;
  return (
    <>
      <Button size="sm" variant="outline" onClick={open}>
        <History aria-hidden="true" />
        {t('history.button')}
      </Button>
      {isOpen && dialog ? (
        <dialog.SettingsHistoryDialog
          id={data.id}
          serial={data.serial}
          csv={`/api/patients/${data.patient.databaseId}/devices/${data.databaseId}/settings_history?csv=true`}
          onClose={close}
        />
      ) : null}
    </>
  );
}
