import { Field, HStack, NativeSelect } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { factGroups, isFactGroup, type FactGroup } from './timelineKinds.ts';

export interface FilterValue {
  group: FactGroup | null;
  from: string | null;
  to: string | null;
}

/** Which facts of the timeline are shown. */
export function TimelineFilter({ value, onChange }: { value: FilterValue; onChange: (value: FilterValue) => void }) {
  const { t } = useTranslation('timeline');
  return (
    <HStack
      className="no-print"
      role="group"
      aria-label={t('filter')}
      gap="3"
      mb="3"
      flexWrap="wrap"
      alignItems="flex-end"
    >
      <Field.Root w="13rem" gap="0.5">
        <Field.Label textStyle="xs">{t('show')}</Field.Label>
        <NativeSelect.Root size="xs">
          <NativeSelect.Field
            value={value.group ?? ''}
            onChange={({ target }) => onChange({ ...value, group: isFactGroup(target.value) ? target.value : null })}
          >
            <option value="">{t('groups.all')}</option>
            {(Object.keys(factGroups) as FactGroup[]).map((group) => (
              <option key={group} value={group}>
                {t(`groups.${group}`)}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </Field.Root>
      <Field.Root w="9rem" minW="0" gap="0.5">
        <Field.Label textStyle="xs">{t('from')}</Field.Label>
        <DateField
          size="xs"
          value={value.from}
          max={value.to ?? undefined}
          onChange={(from) => onChange({ ...value, from })}
        />
      </Field.Root>
      <Field.Root w="9rem" minW="0" gap="0.5">
        <Field.Label textStyle="xs">{t('to')}</Field.Label>
        <DateField
          size="xs"
          value={value.to}
          min={value.from ?? undefined}
          onChange={(to) => onChange({ ...value, to })}
        />
      </Field.Root>
    </HStack>
  );
}
