import {
  Box,
  Button,
  Combobox as Chakra,
  Spinner,
  Text,
  useComboboxContext,
  VisuallyHidden,
  type SystemStyleObject,
} from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ComboboxOption, OptionsState } from './useOptions.ts';

/** Options are plain elements with one shared style: a thousand of Chakra's take seconds to render. */
const optionsCss: SystemStyleObject = {
  '& [role=option]': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2',
    px: '2',
    py: '1.5',
    borderRadius: 'l1',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
  },
  '& [role=option] > span': { minW: '0' },
  '& [role=option] > svg': { flexShrink: '0' },
  '& [role=option][data-highlighted]': {
    bg: 'bg.muted',
    outline: '2px solid',
    outlineColor: 'teal.focusRing',
    outlineOffset: '-2px',
  },
  '& [role=option][data-disabled]': { color: 'fg.muted', opacity: '0.6', cursor: 'default' },
  '& small': { display: 'block', textStyle: 'xs', color: 'fg.muted' },
};

/**
 * The popup of Combobox and Multiselect: the options, at most 300 px high (document 001, section 9), or why there are
 * none. A live region that exists before the popup opens announces the reason to screen readers.
 */
export function ComboboxList<Option extends ComboboxOption>(props: {
  id: string;
  options: readonly Option[];
  state: OptionsState;
  open: boolean;
  minLetters: number;
  /** Set when no more options may be selected. */
  max?: number;
  onRetry: () => void;
}) {
  const { t } = useTranslation('components');
  const { state, options } = props;
  const combobox = useComboboxContext();
  const selected = new Set(combobox.value);
  const message =
    props.max !== undefined
      ? t('combobox.maximum', { max: props.max })
      : state === 'list'
        ? null
        : t(`combobox.${state}`, { count: props.minLetters });

  return (
    <>
      <VisuallyHidden role="status">{props.open ? message : null}</VisuallyHidden>
      <Chakra.Positioner>
        <Chakra.Content role="group" aria-multiselectable={undefined} maxH="300px" borderWidth="1px">
          {message ? (
            <Box data-scope="combobox" data-part="empty" aria-hidden={state !== 'failed'} px="2" py="1.5">
              <Text color="fg.muted" display="flex" alignItems="center" gap="2">
                {state === 'loading' ? <Spinner size="xs" /> : null}
                {message}
              </Text>
              {state === 'failed' ? (
                <Button size="xs" variant="outline" mt="2" onClick={props.onRetry}>
                  {t('retry')}
                </Button>
              ) : null}
            </Box>
          ) : null}
          <Chakra.List id={props.id} css={optionsCss}>
            {options.map((option) => (
              <div key={option.value} {...combobox.getItemProps({ item: option })}>
                <span>
                  {option.label}
                  {option.description ? <small>{option.description}</small> : null}
                </span>
                {selected.has(option.value) ? <Check size={16} aria-hidden="true" /> : null}
              </div>
            ))}
          </Chakra.List>
        </Chakra.Content>
      </Chakra.Positioner>
    </>
  );
}
