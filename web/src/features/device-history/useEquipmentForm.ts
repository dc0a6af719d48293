import { yupResolver } from '@hookform/resolvers/yup';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { equipmentModes, type EquipmentMode, type EquipmentValues } from './equipmentModes.ts';

export type EquipmentFormReturn = UseFormReturn<EquipmentValues>;

/** The equipment form with the rules the server applies too; fields are validated on change. */
export function useEquipmentForm(mode: EquipmentMode, initial: EquipmentValues): EquipmentFormReturn {
  return useForm<EquipmentValues>({
    resolver: yupResolver(equipmentModes[mode].rules),
    mode: 'onChange',
    defaultValues: initial,
  });
}
