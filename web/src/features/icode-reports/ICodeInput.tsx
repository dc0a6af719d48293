import { Input, type InputProps } from '@chakra-ui/react';
import { normalizeICode } from '#rules/icode-reports/icode-reports';
import { splitPastedICodes, type PastedICode } from '#rules/icode-reports/icode-paste';
import { useLayoutEffect, useRef, type ChangeEvent, type ClipboardEvent, type Ref } from 'react';
import { groupCode } from './iCodeRows.ts';

const length = (text: string) => normalizeICode(text).length;

/** Returns the caret position in grouped text after `count` characters of the code. */
const caretAfter = (count: number) => count + Math.max(0, Math.ceil(count / 4) - 1);

/**
 * An iCode, shown in groups of four and stored without spaces and dashes. Pasted text that contains several codes, or a
 * code with other text (its date, its figures), goes to `onPasteCodes` instead.
 */
export function ICodeInput({
  value,
  onChange,
  onPasteCodes,
  ref,
  ...rest
}: Omit<InputProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (code: string) => void;
  onPasteCodes: (codes: PastedICode[]) => void;
  ref?: Ref<HTMLInputElement>;
}) {
  const input = useRef<HTMLInputElement | null>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function typed({ target }: ChangeEvent<HTMLInputElement>) {
    const { value: raw, selectionStart } = target;
    caret.current = caretAfter(length(raw.slice(0, selectionStart ?? raw.length)));
    onChange(normalizeICode(raw));
  }

  function pasted(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text');
    const codes = splitPastedICodes(text);
    // A single code, or a part of one, is inserted at the caret.
    if (codes.length === 0 || (codes.length === 1 && codes[0]?.icode === normalizeICode(text))) return;
    event.preventDefault();
    onPasteCodes(codes);
  }

  return (
    <Input
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      fontFamily="mono"
      placeholder="01234567890123456"
      {...rest}
      ref={(element) => {
        input.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
      value={groupCode(value)}
      onChange={typed}
      onPaste={pasted}
    />
  );
}
