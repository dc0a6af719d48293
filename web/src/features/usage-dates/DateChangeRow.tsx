import { Button, HStack, Input, Text, VisuallyHidden } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { UsageRow } from './usageOperations.ts';

/** One night: its date, its new date, and Edit, which asks by how many days it is shifted. */
export function DateChangeRow(props: {
  row: UsageRow;
  isWireless: boolean;
  newDate: string | null;
  /** How many rows would have its date, when they are too many. */
  sharers: number | null;
  /** Returns the error of the typed number of days, or null. */
  onEdit: (days: string) => string | null;
}) {
  const { t } = useTranslation('usage-dates');
  const format = useInstantFormat();
  const [isEditing, setEditing] = useState(false);
  const { row, newDate, sharers } = props;
  const date = formatDate(row.date);
  return (
    <tr data-duplicate={sharers !== null} data-changed={newDate !== null && newDate !== row.date}>
      <td>
        {date}
        {row.corrected ? (
          <Text as="span" display="block" fontSize="11px" color="fg.muted">
            {t('correctedFrom', { date: formatDate(row.recordedDate) })}
          </Text>
        ) : null}
      </td>
      <td data-new>
        {formatDate(newDate)}
        {sharers === null ? null : (
          <Text as="span" fontSize="11px" ms="2">
            {t('sharers', { total: sharers })}
          </Text>
        )}
      </td>
      {props.isWireless ? <td>{row.recordNo ?? t('none')}</td> : null}
      <td>{format(row.arrivedAt)}</td>
      <td>{row.minutes}</td>
      <td>{row.state}</td>
      <td>
        {isEditing ? (
          <DayCount label={t('daysFor', { date })} onEdit={props.onEdit} onDone={() => setEditing(false)} />
        ) : (
          <Button size="2xs" variant="ghost" onClick={() => setEditing(true)}>
            {t('edit')}
            <VisuallyHidden> {date}</VisuallyHidden>
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Asks for a number of days. Enter takes it, Escape leaves the row as it is. */
function DayCount(props: { label: string; onEdit: (days: string) => string | null; onDone: () => void }) {
  const { t } = useTranslation('usage-dates');
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  function take() {
    const refused = props.onEdit(text);
    setError(refused);
    if (refused === null) props.onDone();
  }
  return (
    <>
      <HStack gap="1">
        <Input
          size="2xs"
          width="5rem"
          autoFocus
          inputMode="numeric"
          aria-label={props.label}
          aria-invalid={error !== null}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            // Escape ends the entry and not the dialog.
            event.preventDefault();
            event.stopPropagation();
            if (event.key === 'Enter') take();
            else props.onDone();
          }}
        />
        <Button size="2xs" onClick={take}>
          {t('ok')}
        </Button>
        <Button size="2xs" variant="ghost" onClick={props.onDone}>
          {t('cancel')}
        </Button>
      </HStack>
      {error ? (
        <Text role="alert" color="fg.error" fontSize="11px">
          {error}
        </Text>
      ) : null}
    </>
  );
}
