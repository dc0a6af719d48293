import { Group, IconButton, Input, InputGroup, type InputProps } from '@chakra-ui/react';
import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalText, parseDecimal, stepFrom, type StepRange } from './decimal.ts';

/**
 * A number within a range and on its steps: typed with a point or a comma, moved by a step with the arrow keys and the
 * buttons. What is typed stays as it was typed: a pressure that nobody meant must never come out of a rounding, so a
 * value beside the steps or the range is refused by the rules instead.
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
  /** As it was typed. */
  value: string;
  onChange: (text: string) => void;
  range: StepRange;
  unit?: string;
  /** Names the field in the labels of its buttons. */
  label: string;
  ref?: Ref<HTMLInputElement>;
}) {
  const { t, i18n } = useTranslation('device-settings');
  const number = parseDecimal(value);
  const move = (direction: 1 | -1) =>
    onChange(decimalText(stepFrom(number, direction, range), range.step, i18n.language));

  function pressed(event: KeyboardEvent) {
    const direction = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
    if (!direction || rest.disabled) return;
    // The page would scroll, or the caret jump to an end of the text.
    event.preventDefault();
    move(direction);
  }

  const button = (direction: 1 | -1) => ({
    variant: 'outline' as const,
    borderColor: 'border.emphasized',
    disabled: rest.disabled || (number !== null && (direction > 0 ? number >= range.max : number <= range.min)),
    onClick: () => move(direction),
    // The arrow keys do the same from within the field; a form of thirty fields has enough stops.
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
          // What takes the focus is not hidden by the bar above the page.
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
