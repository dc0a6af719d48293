import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/FormDialog.tsx';
import { EquipmentFields } from './EquipmentFields.tsx';
import { equipmentModes } from './equipmentModes.ts';
import type { EquipmentOwner } from './equipmentOperations.ts';
import { useEquipmentForm } from './useEquipmentForm.ts';

/** 'Add equipment', 'Update equipment' and 'Add Pin': the form, the documented checks in their order, and the save. */
export function EquipmentDialog(props: EquipmentOwner) {
  const { t } = useTranslation('device-history');
  const submitForm = useEquipmentForm(props);
  return (
    <FormDialog
      form={submitForm}
      title={t(`equipment.${equipmentModes[props.mode].title}`)}
      onClose={props.onClose}
      submitLabel={t('equipment.save')}
      status={{ checking: t('equipment.checking'), saving: t('equipment.saving') }}
    >
      {props.notice}
      <EquipmentFields mode={props.mode} form={submitForm.form} timeZone={props.timeZone} hiddenPin={props.hiddenPin} />
    </FormDialog>
  );
}
