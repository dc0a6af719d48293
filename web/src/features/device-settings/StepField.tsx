import { Group, IconButton, Input, InputGroup, type InputProps } from '@chakra-ui/react';
import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalText, parseDecimal, stepFrom, type StepRange } from './decimal.ts';

/**
 * A number within a range and on its steps. The user types it with a point or a comma, or changes it by one step with
 * the arrow keys or the buttons. Typed text is never rounded, because rounding could produce a pressure that the user
 * did not intend: the rules refuse a value off the steps or outside the range.
 */
export function StepField({
  value,
  onChange,
  range,
  unit,
  label,
  ref,
  ...rest
}: Omit<InputProps, 'value' | 'onChange'> & {
  /** Value as typed. */
  value: string;
  onChange: (text: string) => void;
  range: StepRange;
  unit?: string;
  /** Name of the field, for the labels of its buttons. */
  label: string;
  ref?: Ref<HTMLInputElement>;
}) {
  const { t } = useTranslation('device-settings');
  const number = parseDecimal(value);
  const move = (direction: 1 | -1) => onChange(decimalText(stepFrom(number, direction, range), range.step));

  function pressed(event: KeyboardEvent) {
    const direction = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
    if (!direction || rest.disabled) return;
    // Otherwise the page would scroll, or the caret jump to an end of the text.
    event.preventDefault();
    move(direction);
  }

  const button = (direction: 1 | -1) => ({
    variant: 'outline' as const,
    borderColor: 'border.emphasized',
    disabled: rest.disabled || (number !== null && (direction > 0 ? number >= range.max : number <= range.min)),
    onClick: () => move(direction),
    // The arrow keys do the same inside the field; a form of thirty fields has enough tab stops.
    tabIndex: -1,
    'aria-label': t(direction > 0 ? 'form.increase' : 'form.decrease', { label }),
  });

  return (
    <Group attached width="full">
      <IconButton {...button(-1)}>
        <Minus />
      </IconButton>
      <InputGroup
        flex="1"
        endElement={unit?.replace('H2O', 'H₂O')}
        endElementProps={{ textStyle: 'xs', color: 'fg.muted' }}
      >
        <Input
          borderRadius="0"
          // Keeps a focused field visible below the sticky bar.
          scrollMarginY="6rem"
          inputMode="decimal"
          autoComplete="off"
          role="spinbutton"
          aria-valuenow={number ?? undefined}
          aria-valuemin={range.min}
          aria-valuemax={range.max}
          aria-valuetext={unit ? `${value} ${unit}` : value}
          {...rest}
          ref={ref}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={pressed}
        />
      </InputGroup>
      <IconButton {...button(1)}>
        <Plus />
      </IconButton>
    </Group>
  );
}
