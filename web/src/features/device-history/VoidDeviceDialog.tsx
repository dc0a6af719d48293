import { Text, Textarea } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { MAX_VOID_REASON, voidDeviceRules } from '#rules/device-history/void-device';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { useVoidDevice, useVoidDevicePreviewQuery } from './gql/VoidDeviceDialog.ts';
import { MovedNights } from './MovedNights.tsx';
import { useAssignedRange } from './useAssignedRange.ts';

graphql(`
  query VoidDevicePreview($input: VoidDeviceInput!) {
    checkVoidDevice(input: $input) {
      impact {
        ...EquipmentOperations_impact @unmask
      }
    }
  }
`);

graphql(`
  mutation VoidDevice($input: VoidDeviceInput!) {
    voidDevice(input: $input) {
      voidedDeviceHistoryId
      patient {
        id
        ...DeviceHistoryPanel_patient
        ...RemovedDevices_patient
      }
      ...UserErrors
    }
  }
`);

/** An assignment that can be void, as its card or the notice about its nights shows it. */
export interface VoidableDevice {
  /** Global id of the assignment. */
  id: string;
  /** Null when the viewer may no longer see the device. */
  serial: string | null;
  startDate: string;
  endDate: string | null;
}

/** Voids an assignment that never happened: shows the nights that leave the patient, and asks for the reason. */
export function VoidDeviceDialog(props: {
  device: VoidableDevice;
  onClose: () => void;
  /** Called after the assignment is void and `onClose` was called. */
  onVoided: () => void;
}) {
  const { t } = useTranslation('device-history');
  const { device, onClose, onVoided } = props;
  const rangeOf = useAssignedRange();
  const voidDevice = useVoidDevice();
  const preview = useVoidDevicePreviewQuery({
    variables: { input: { deviceHistoryId: device.id, reason: '' } },
    fetchPolicy: 'network-only',
  });
  const impact = preview.data?.checkVoidDevice.impact;
  const submitForm = useSubmitForm<{ reason: string }>({
    resolver: yupResolver(voidDeviceRules),
    defaultValues: { reason: '' },
    async onSubmit({ reason }, { saving, saved }) {
      const { userErrors } = await saving(voidDevice({ input: { deviceHistoryId: device.id, reason } }));
      if (userErrors.length > 0) return userErrors;
      saved();
      onClose();
      onVoided();
    },
  });
  const { register, formState } = submitForm.form;
  return (
    <FormDialog form={submitForm} size="lg" title={t('void.title')} onClose={onClose} submitLabel={t('void.submit')}>
      <Text>
        {t('void.text', { serial: device.serial ?? t('void.hiddenSerial'), range: rangeOf(device) })} {t('void.undo')}
      </Text>
      {preview.error ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : impact ? (
        impact.moves.length > 0 ? (
          <MovedNights impact={impact} />
        ) : (
          <Text>{t('void.noNights')}</Text>
        )
      ) : (
        <Text role="status" color="fg.muted">
          {t('void.loading')}
        </Text>
      )}
      <FormField
        label={t('void.reason')}
        help={t('void.reasonHelp', { max: formatCount(MAX_VOID_REASON) })}
        error={formState.errors.reason?.message}
        required
      >
        <Textarea maxLength={MAX_VOID_REASON} rows={3} {...register('reason')} />
      </FormField>
    </FormDialog>
  );
}
