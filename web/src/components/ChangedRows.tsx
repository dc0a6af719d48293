import { Alert, Box, Button } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PatientWatch } from './PatientWatch.tsx';

/**
 * Says above a table how many of its rows may have changed since they were read: their patient's device reported, or was
 * changed. The rows stay as they are until the user refreshes them, so that no row moves below the pointer.
 */
export function ChangedRows<Row>(props: {
  rows: readonly Row[] | undefined;
  /** Global id of the patient that a row shows; none for a row without a patient. */
  patientOf: (row: Row) => string | null | undefined;
  loading: boolean;
  onRefresh: () => void;
}) {
  const { rows, loading } = props;
  const { t } = useTranslation('rows');
  const bar = useRef<HTMLDivElement>(null);
  const patients = rows?.map(props.patientOf) ?? [];
  const { changed, note, clear } = useChangedSince(rows, loading);
  const count = patients.filter((id) => id && changed.has(id)).length;

  return (
    <>
      <PatientWatch patients={patients} onChange={note} />
      <Box ref={bar} role="status" tabIndex={-1} className="no-print">
        {count > 0 ? (
          <Alert.Root status="info" size="sm" mb="2" alignItems="center">
            <Alert.Indicator />
            <Alert.Title fontWeight="normal" flex="1">
              {t('changed', { count })}
            </Alert.Title>
            <Button
              size="xs"
              variant="outline"
              onClick={() => {
                // The button goes away with the bar.
                bar.current?.focus();
                clear();
                props.onRefresh();
              }}
            >
              {t('refresh')}
            </Button>
          </Alert.Root>
        ) : null}
      </Box>
    </>
  );
}

const none: ReadonlySet<string> = new Set();

/**
 * Returns the ids noted since the rows were read, and the functions that note one and forget all. A change that arrives
 * while rows are read may be missing in them, and is kept.
 */
function useChangedSince(rows: unknown, loading: boolean) {
  const [noted, setNoted] = useState({ rows, ids: none, late: none });
  const isReading = useRef(loading);
  useEffect(() => {
    isReading.current = loading;
  });
  const now = noted.rows === rows ? noted : { rows, ids: noted.late, late: none };
  if (now !== noted) setNoted(now);
  const note = (id: string) =>
    setNoted((before) => ({
      ...before,
      ids: new Set([...before.ids, id]),
      late: isReading.current ? new Set([...before.late, id]) : before.late,
    }));
  return { changed: now.ids, note, clear: () => setNoted({ rows, ids: none, late: none }) };
}
