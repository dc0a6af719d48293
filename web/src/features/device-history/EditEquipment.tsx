import { Alert } from '@chakra-ui/react';
import { useFragment } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useRecalculateCompliance } from '../compliance/gql/RecalculateCompliance.ts';
import { EquipmentDialog } from './EquipmentDialog.tsx';
import { EditEquipment_datesFragmentDoc as shownDates } from './gql/EditEquipment.ts';
import { useAddEquipmentPin } from './useAddEquipmentPin.ts';
import { useAssignedRange } from './useAssignedRange.ts';
import { useEquipmentOfDevice, type EquipmentOfDevice } from './useEquipmentOfDevice.ts';
import { useUpdateEquipment } from './useUpdateEquipment.ts';

graphql(`
  fragment EditEquipment_dates on DeviceHistory {
    id
    startDate
    endDate
  }
`);

interface Dates {
  startDate: string;
  endDate: string | null;
}

const same = (one: Dates, other: Dates) => one.startDate === other.startDate && one.endDate === other.endDate;

/**
 * 'Update equipment' or 'Add Pin' of one device. Warns as soon as the page learns that another user changed the device.
 */
export function EditEquipment(props: {
  mode: 'update' | 'addPin';
  device: EquipmentOfDevice;
  onClose: () => void;
  /** Reloads what the page shows. */
  onReload: () => Promise<unknown>;
}) {
  const { t } = useTranslation('device-history');
  const { mode, device, onReload } = props;
  const read = useEquipmentOfDevice();
  const recalculateCompliance = useRecalculateCompliance();
  const rangeOf = useAssignedRange();
  /** The version that the user has seen: the server refuses a change of an older one. */
  const [known, setKnown] = useState(device);
  const update = useUpdateEquipment(device.id, { version: known.version, pin: device.pin });
  const addPin = useAddEquipmentPin(device.id);

  const shown = useFragment({ fragment: shownDates, from: { __typename: 'DeviceHistory', id: device.id } });
  const now = shown.complete ? shown.data : null;
  // The page may have been out of date when the dialog opened; then this is no change by another user.
  const [atFirst] = useState(now);
  const changed = now !== null && !same(now, known) && (atFirst === null || !same(now, atFirst));

  async function reread(): Promise<string> {
    const fresh = await read(device.id);
    setKnown(fresh);
    await onReload();
    return rangeOf(fresh);
  }

  /** Never rejects: the device itself is saved, so a failure is only logged (document 000, section 8). */
  async function recalculate(): Promise<void> {
    try {
      const { userErrors } = await recalculateCompliance({ patientId: device.patient.id });
      for (const { message } of userErrors) console.error('Compliance was not calculated again:', message);
    } catch (error) {
      console.error('Compliance was not calculated again:', error);
    }
  }

  const hiddenPin = device.hasPin
    ? device.pin === null
      ? 'onFile'
      : undefined
    : device.viewerCanAddPin
      ? undefined
      : 'none';
  return (
    <EquipmentDialog
      mode={mode}
      operations={mode === 'update' ? update : addPin}
      timeZone={device.patient.organization.timezone}
      initial={{
        startDate: device.startDate,
        endDate: device.endDate ?? '',
        serialNumber: device.serial,
        pinNumber: device.pin ?? '',
      }}
      hiddenPin={hiddenPin}
      notice={
        changed ? (
          <Alert.Root status="warning" role="status">
            <Alert.Indicator />
            <Alert.Title>{t('messages.changed_meanwhile', { range: rangeOf(now) })}</Alert.Title>
          </Alert.Root>
        ) : null
      }
      onClose={props.onClose}
      onChangedMeanwhile={reread}
      onStale={() => void onReload()}
      onSaved={(saved) => {
        toaster.success({ title: t(mode === 'update' ? 'updated' : 'pinAdded', { serial: device.serial }) });
        void onReload();
        if (saved.recalculate) void recalculate().then(onReload);
      }}
    />
  );
}
