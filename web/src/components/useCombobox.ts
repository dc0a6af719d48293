import { createListCollection, useFieldContext } from '@chakra-ui/react';
import { useId, useMemo, useState, type ChangeEvent } from 'react';
import { useOptions, type ComboboxOption, type LoadOptions } from './useOptions.ts';

/** The props that Combobox and Multiselect share. */
export interface ComboboxProps<Option extends ComboboxOption> {
  /** All options, or a function that finds those that match a query. */
  options: readonly Option[] | LoadOptions<Option>;
  /** Letters to type before a search. */
  minLetters?: number;
  name?: string;
  placeholder?: string;
  disabled?: boolean;
}

/**
 * Returns the state of a combobox: whether it is open, the options of its list, and the collection for its keys.
 * Selected options that are not in the list stay in the collection, but no key stops at them.
 */
export function useCombobox<Option extends ComboboxOption>(
  props: ComboboxProps<Option>,
  selected: readonly Option[],
  { full = false, initialText = '' } = {},
) {
  const listId = useId();
  const field = useFieldContext();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState(initialText);
  // Typed text is a query; the label of the selected option is not.
  const [typed, setTyped] = useState(false);
  const query = typed ? text : '';
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const minLetters = props.minLetters ?? 0;
  const { options, state, retry } = useOptions(props.options, query, { open, minLetters });

  const collection = useMemo(() => {
    const listed = new Set(options.map(({ value }) => value));
    const chosen = new Set(selected.map(({ value }) => value));
    return createListCollection({
      items: [...options, ...selected.filter(({ value }) => !listed.has(value))],
      itemToValue: ({ value }) => value,
      itemToString: ({ label }) => label,
      isItemDisabled: ({ value, disabled }) => Boolean(disabled) || !listed.has(value) || (full && !chosen.has(value)),
    });
  }, [options, selected, full]);

  // Enter selects the first match, unless the user moved to another option.
  const isListed = options.some(({ value }) => value === highlighted);
  const highlightedValue = isListed ? highlighted : typed ? collection.firstValue : null;

  const root = {
    collection,
    open,
    disabled: props.disabled,
    openOnClick: minLetters === 0,
    // The popup contains more than the list: why there are no options, and Retry.
    composite: false,
    highlightedValue,
    onHighlightChange: (details: { highlightedValue: string | null }) => setHighlighted(details.highlightedValue),
    // Not in a portal: Tab moves from the input into the popup, and in a dialog the popup is part of it.
    positioning: { strategy: 'fixed' as const, placement: 'bottom-start' as const },
    onOpenChange: (details: { open: boolean }) => setOpen(details.open),
    inputValue: text,
    onInputValueChange: (details: { inputValue: string; reason?: string }) => {
      if (details.reason === 'input-change') return;
      setText(details.inputValue);
      setTyped(false);
    },
  };
  const input = {
    name: props.name,
    placeholder: props.placeholder,
    'aria-controls': listId,
    borderColor: field?.invalid ? undefined : 'border.emphasized',
    // Like Chakra's other controls in a field; its combobox refers only to the field's help.
    'aria-errormessage': field?.invalid ? field.ids.errorText : undefined,
    // Inside the key's own event: Chakra handles it later, and restoring an older text would lose a letter.
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setText(event.currentTarget.value);
      setTyped(true);
      setHighlighted(null);
    },
  };
  const list = { id: listId, options, state, open, minLetters, onRetry: retry };
  return { root, input, list };
}
