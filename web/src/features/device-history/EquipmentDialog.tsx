import { Button, Text } from '@chakra-ui/react';
import type { Equipment } from '#rules/device-history/equipment';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { EquipmentForm } from './EquipmentForm.tsx';
import { equipmentSteps } from './equipmentSteps.ts';
import { useAssignDevice } from './useAssignDevice.ts';
import { useEquipmentForm } from './useEquipmentForm.ts';
import { useEquipmentSteps } from './useEquipmentSteps.tsx';
import { useLiveCheck } from './useLiveCheck.ts';

/** Gives the patient a device: the form, the documented checks in their order, and the save. */
export function EquipmentDialog(props: {
  patientId: string;
  open: boolean;
  onClose: () => void;
  onAdded: (historyId: number) => Promise<void>;
}) {
  const { t } = useTranslation('device-history');
  const id = useId();
  const form = useEquipmentForm();
  const { check, assign } = useAssignDevice(props.patientId);
  const live = useLiveCheck(form, check);
  const passAll = useEquipmentSteps(form);
  const [busy, setBusy] = useState<'checking' | 'saving' | null>(null);
  // Enter submits a form whose button is disabled, and faster than a state reaches it.
  const submitting = useRef(false);

  function close() {
    live.drop();
    form.reset();
    props.onClose();
  }

  async function save(equipment: Equipment) {
    setBusy('checking');
    if (!(await passAll(equipmentSteps(await check(equipment))))) return;
    setBusy('saving');
    // What was free a moment ago may be taken now: the save's own answer goes through the same steps.
    const answer = await assign(equipment);
    if (!(await passAll(equipmentSteps(answer))) || !answer.deviceHistory) return;
    const { databaseId, serial } = answer.deviceHistory;
    close();
    toaster.success({ title: t('added', { serial }) });
    await props.onAdded(databaseId);
  }

  async function submit() {
    if (submitting.current) return;
    submitting.current = true;
    live.drop();
    try {
      await form.handleSubmit(save)();
    } catch {
      form.setError('root.server', { type: 'server', message: t('equipment.failed') });
    } finally {
      submitting.current = false;
      setBusy(null);
    }
  }

  return (
    <Modal
      open={props.open}
      onClose={() => {
        if (!submitting.current) close();
      }}
      title={t('equipment.addTitle')}
      keepOpen
      footer={
        <>
          <Text role="status" me="auto" textStyle="xs" color="fg.muted">
            {busy ? t(`equipment.${busy}`) : null}
          </Text>
          <Button variant="outline" disabled={busy !== null} onClick={close}>
            {t('equipment.cancel')}
          </Button>
          <Button type="submit" form={id} loading={busy !== null} loadingText={t('equipment.save')}>
            {t('equipment.save')}
          </Button>
        </>
      }
    >
      <EquipmentForm
        id={id}
        form={form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onChanged={live.changed}
      />
    </Modal>
  );
}
