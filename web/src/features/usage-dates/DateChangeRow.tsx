import { Button, HStack, Input, Text, VisuallyHidden } from '@chakra-ui/react';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { hoursAndMinutes } from '../../lib/hours.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { stateText, VOIDED, type UsageRow } from './usageOperations.ts';

/** Shifts a row by the typed number of days; returns the error of that number, or null. */
type Edit = (row: UsageRow, days: string) => string | null;

/** A finger needs more than a pointer. */
const touchable = { base: '10', sm: '0' };

/** One night: its date, its new date, and Edit. Of 500 only those are drawn again that change. */
export const DateChangeRow = memo(function DateChangeRow(props: {
  row: UsageRow;
  isWireless: boolean;
  newDate: string | null;
  /** How many rows would have its date, when they are too many. */
  sharers: number | null;
  /** Why the server refused its new date, when it did. */
  refusal: string | null;
  onEdit: Edit;
}) {
  const { t } = useTranslation('usage-dates');
  const format = useInstantFormat();
  const { row, newDate, sharers } = props;
  const problem = sharers === null ? props.refusal : t('sharers', { total: sharers });
  return (
    <tr data-problem={problem !== null} data-changed={newDate !== null && newDate !== row.date}>
      <td>
        {formatDate(row.date)}
        {row.corrected ? <div data-note>{t('correctedFrom', { date: formatDate(row.recordedDate) })}</div> : null}
      </td>
      <td data-new>
        {formatDate(newDate)}
        {problem === null ? null : <div data-note>{problem}</div>}
      </td>
      <td>{row.state === VOIDED ? null : <EditDays row={row} onEdit={props.onEdit} />}</td>
      {props.isWireless ? <td>{row.recordNo ?? t('none')}</td> : null}
      <td>{format(row.arrivedAt)}</td>
      <td>{hoursAndMinutes(row.minutes)}</td>
      <td>{stateText(t, row.state)}</td>
    </tr>
  );
});

/** Asks by how many days one night is shifted. Afterwards its button has the focus again. */
const EditDays = memo(function EditDays({ row, onEdit }: { row: UsageRow; onEdit: Edit }) {
  const { t } = useTranslation('usage-dates');
  const [step, setStep] = useState<'before' | 'asking' | 'after'>('before');
  const date = formatDate(row.date);
  return step === 'asking' ? (
    <DayCount label={t('daysFor', { date })} onEdit={(days) => onEdit(row, days)} onDone={() => setStep('after')} />
  ) : (
    <Button size="2xs" minH={touchable} variant="ghost" autoFocus={step === 'after'} onClick={() => setStep('asking')}>
      {t('edit')}
      <VisuallyHidden> {date}</VisuallyHidden>
    </Button>
  );
});

/** Asks for a number of days. Enter takes it, Escape leaves the row as it is. */
function DayCount(props: { label: string; onEdit: (days: string) => string | null; onDone: () => void }) {
  const { t } = useTranslation('usage-dates');
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const onEscape = useEffectEvent(props.onDone);
  useEffect(() => {
    // Escape ends the entry and not the dialog, which listens at the document before its elements do.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.target !== input.current) return;
      event.stopPropagation();
      onEscape();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  function take() {
    const refused = props.onEdit(text);
    setError(refused);
    if (refused === null) props.onDone();
  }
  return (
    <>
      <HStack gap="1">
        <Input
          ref={input}
          size="2xs"
          width="5rem"
          minH={touchable}
          autoFocus
          inputMode="numeric"
          aria-label={props.label}
          aria-invalid={error !== null}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            take();
          }}
        />
        <Button size="2xs" minH={touchable} onClick={take}>
          {t('ok')}
        </Button>
        <Button size="2xs" minH={touchable} variant="ghost" onClick={props.onDone}>
          {t('cancel')}
        </Button>
      </HStack>
      {error ? (
        <Text role="alert" color="fg.error" fontSize="xs" maxW="14rem">
          {error}
        </Text>
      ) : null}
    </>
  );
}
