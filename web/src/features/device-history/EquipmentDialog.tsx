import { Button, Text } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { Modal } from '../../components/Modal.tsx';
import type { EquipmentOwner } from './equipmentOperations.ts';
import { EquipmentForm } from './EquipmentForm.tsx';
import { emptyEquipment, equipmentModes, type EquipmentMode, type EquipmentValues } from './equipmentModes.ts';
import { useEquipmentForm } from './useEquipmentForm.ts';
import { useEquipmentSubmit } from './useEquipmentSubmit.ts';
import { useLiveCheck } from './useLiveCheck.ts';

interface EquipmentDialogProps extends EquipmentOwner {
  mode: EquipmentMode;
  /** What the form starts with; empty fields when absent. */
  initial?: EquipmentValues;
  /** The PIN is not this viewer's to read or to set: whether there is one. */
  hiddenPin?: 'onFile' | 'none';
  /** What is to be told above the fields. */
  notice?: ReactNode;
}

/**
 * 'Add equipment', 'Update equipment' and 'Add Pin': the form, the documented checks in their order, and the save.
 * Asks before closing when something was changed.
 */
export function EquipmentDialog(props: EquipmentDialogProps) {
  const { t } = useTranslation('device-history');
  const id = useId();
  const confirm = useConfirm();
  const form = useEquipmentForm(props.mode, props.initial ?? emptyEquipment);
  const live = useLiveCheck(form, props.operations.check);
  const { busy, submit } = useEquipmentSubmit(form, live, props);
  // Compares values: what was typed and taken back is nothing to lose.
  const { isDirty } = form.formState;

  async function close() {
    if (busy) return;
    const question = {
      title: t('confirm.discard.title'),
      body: t('confirm.discard.body'),
      confirmLabel: t('confirm.discard.confirm'),
    };
    if (isDirty && !(await confirm({ ...question, danger: true }))) return;
    props.onClose();
  }

  return (
    <Modal
      open
      onClose={() => void close()}
      title={t(`equipment.${equipmentModes[props.mode].title}`)}
      keepOpen
      footer={
        <>
          <Text role="status" me="auto" textStyle="xs" color="fg.muted">
            {busy ? t(`equipment.${busy}`) : null}
          </Text>
          <Button variant="outline" disabled={busy !== null} onClick={() => void close()}>
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
        mode={props.mode}
        form={form}
        hiddenPin={props.hiddenPin}
        notice={props.notice}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onChanged={live.changed}
      />
    </Modal>
  );
}
