import { Combobox as Chakra, HStack, Tag, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ComboboxList } from './ComboboxList.tsx';
import { useCombobox, type ComboboxProps } from './useCombobox.ts';
import type { ComboboxOption } from './useOptions.ts';

/** Selected options that are shown as tags (document 001, section 9). */
const tagsLimit = 99_999;

/**
 * Several options out of many: each selected one is a tag with a button that removes it; Backspace in the empty input
 * removes the last. `max` is the most that may be selected; without it there is no limit. Otherwise as Combobox.
 */
export function Multiselect<Option extends ComboboxOption>(
  props: ComboboxProps<Option> & {
    value: readonly Option[];
    onChange: (value: Option[]) => void;
    max?: number;
  },
) {
  const { t } = useTranslation('components');
  const { value, max, disabled } = props;
  const full = max !== undefined && value.length >= max;
  const combobox = useCombobox(props, value, { full });
  const more = value.length - tagsLimit;
  const remove = (option: Option) => props.onChange(value.filter((one) => one.value !== option.value));

  return (
    <Chakra.Root
      {...combobox.root}
      multiple
      value={value.map((option) => option.value)}
      onValueChange={({ items }) => props.onChange(items as Option[])}
    >
      {value.length > 0 ? (
        <HStack as="ul" listStyleType="none" gap="1.5" flexWrap="wrap" aria-label={t('combobox.selected')}>
          {value.slice(0, tagsLimit).map((option) => (
            <Tag.Root key={option.value} as="li" size="lg" maxW="100%">
              <Tag.Label>{option.label}</Tag.Label>
              <Tag.EndElement>
                <Tag.CloseTrigger
                  aria-label={t('combobox.remove', { option: option.label })}
                  disabled={disabled}
                  onClick={() => remove(option)}
                />
              </Tag.EndElement>
            </Tag.Root>
          ))}
          {more > 0 ? <Text as="li">{t('combobox.more', { count: more })}</Text> : null}
        </HStack>
      ) : null}
      <Chakra.Control>
        <Chakra.Input
          {...combobox.input}
          onKeyDown={(event) => {
            const last = value.at(-1);
            if (event.key === 'Backspace' && last && event.currentTarget.value === '') remove(last);
          }}
        />
        <Chakra.IndicatorGroup>
          <Chakra.ClearTrigger aria-label={t('combobox.clearAll')} />
          {combobox.root.openOnClick ? <Chakra.Trigger aria-label={t('combobox.open')} /> : null}
        </Chakra.IndicatorGroup>
      </Chakra.Control>
      <ComboboxList {...combobox.list} max={full ? max : undefined} />
    </Chakra.Root>
  );
}
