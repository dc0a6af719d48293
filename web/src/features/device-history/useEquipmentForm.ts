import { yupResolver } from '@hookform/resolvers/yup';
import { addEquipmentRules, type Equipment } from '#rules/device-history/equipment';
import { useForm, type UseFormReturn } from 'react-hook-form';

export type EquipmentField = keyof Equipment;
export type EquipmentFormReturn = UseFormReturn<Equipment>;

/** The equipment form with the rules the server applies too; fields are validated on change. */
export function useEquipmentForm(): EquipmentFormReturn {
  return useForm<Equipment>({
    resolver: yupResolver(addEquipmentRules),
    mode: 'onChange',
    defaultValues: { startDate: '', serialNumber: '', pinNumber: '' },
  });
}
