import { Combobox as Chakra } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ComboboxList } from './ComboboxList.tsx';
import { useCombobox, type ComboboxProps } from './useCombobox.ts';
import type { ComboboxOption } from './useOptions.ts';

/**
 * One option out of many, found by typing: arrow keys, Home, End, Enter, Escape. It belongs inside a FormField, whose
 * label names the input and the list and whose error it shows. The value is the whole option, so that its label is
 * known before options are loaded.
 *   <FormField label={t('state')}><Combobox options={states} value={state} onChange={setState} /></FormField>
 */
export function Combobox<Option extends ComboboxOption>(
  props: ComboboxProps<Option> & { value: Option | null; onChange: (value: Option | null) => void },
) {
  const { t } = useTranslation('components');
  const { value } = props;
  const combobox = useCombobox(props, value ? [value] : [], { initialText: value?.label });

  return (
    <Chakra.Root
      {...combobox.root}
      value={value ? [value.value] : []}
      onValueChange={({ items }) => props.onChange((items as Option[])[0] ?? null)}
    >
      <Chakra.Control>
        <Chakra.Input {...combobox.input} />
        <Chakra.IndicatorGroup>
          <Chakra.ClearTrigger aria-label={t('combobox.clear')} />
          {combobox.root.openOnClick ? <Chakra.Trigger aria-label={t('combobox.open')} /> : null}
        </Chakra.IndicatorGroup>
      </Chakra.Control>
      <ComboboxList {...combobox.list} />
    </Chakra.Root>
  );
}
