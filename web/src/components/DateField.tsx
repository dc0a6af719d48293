import { Input, InputGroup, type InputProps } from '@chakra-ui/react';
import { useLayoutEffect, useRef, useState, type ChangeEvent, type Ref } from 'react';
import { formatDate, parseDate } from '../lib/dates.ts';
import { CalendarButton } from './CalendarButton.tsx';
import { caretAfter, countDigits, maskDate } from './dateMask.ts';

/**
 * A calendar date: typed and shown as MM/DD/YYYY (mask ##/##/####), with a value of YYYY-MM-DD or null, or, with
 * `model="datetime"`, YYYY-MM-DD HH:mm:ss of its midnight. A date outside min and max becomes the bound; an invalid
 * date clears the value (document 000, section 5). `timeZone`: whose today the calendar marks, by default that of the
 * viewer's organization. With react-hook-form: <Controller render={({ field }) => <DateField {...field} />} />
 *
 * The text field is our own, because Chakra's date input turns 13/45/2026 into another, valid date.
 */
export function DateField({
  value,
  onChange,
  min,
  max,
  model = 'date',
  timeZone,
  ref,
  ...rest
}: Omit<InputProps, 'value' | 'onChange' | 'min' | 'max'> & {
  value: string | null | undefined;
  onChange: (value: string | null) => void;
  min?: string;
  max?: string;
  model?: 'date' | 'datetime';
  timeZone?: string;
  ref?: Ref<HTMLInputElement>;
}) {
  const shown = formatDate(value);
  const [text, setText] = useState(shown);
  const [lastShown, setLastShown] = useState(shown);
  const input = useRef<HTMLInputElement | null>(null);
  const caret = useRef<number | null>(null);

  // A value set from outside (reset, the calendar, a clamp) replaces the typed text. Clearing it ourselves does not,
  // because the user is still typing.
  if (shown !== lastShown) {
    setLastShown(shown);
    if (shown) setText(shown);
    else if (countDigits(text) === 8 && parseDate(text) !== null) setText('');
  }

  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const [first, last] = [min?.slice(0, 10), max?.slice(0, 10)];
  const clamp = (date: string) => (first && date < first ? first : last && date > last ? last : date);

  function set(date: string | null) {
    const clamped = date && clamp(date);
    if (clamped) setText(formatDate(clamped));
    if (clamped === (value?.slice(0, 10) || null)) return;
    onChange(clamped && model === 'datetime' ? `${clamped} 00:00:00` : clamped);
  }

  function typed(event: ChangeEvent<HTMLInputElement>) {
    const { value: raw, selectionStart } = event.target;
    const masked = maskDate(raw, text);
    caret.current = caretAfter(masked, countDigits(raw.slice(0, selectionStart ?? raw.length)));
    setText(masked);
    set(parseDate(masked));
  }

  function leave() {
    if (!parseDate(text)) {
      setText('');
      set(null);
    }
  }

  return (
    <InputGroup
      endElementProps={{ px: '1' }}
      endElement={
        rest.readOnly || rest.disabled ? undefined : (
          <CalendarButton value={value ?? null} min={min} max={max} timeZone={timeZone} onPick={set} />
        )
      }
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        placeholder="MM/DD/YYYY"
        {...rest}
        ref={(element) => {
          input.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        value={text}
        onChange={typed}
        onBlur={(event) => {
          leave();
          rest.onBlur?.(event);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave();
          rest.onKeyDown?.(event);
        }}
      />
    </InputGroup>
  );
}
