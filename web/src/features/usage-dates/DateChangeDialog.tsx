import { Alert, Box, Button } from '@chakra-ui/react';
import { ArrowDown } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import type { CloseGuard } from '../../components/useRequestClose.ts';
import { trackWork, type WorkState } from '../../lib/unsavedWork.ts';
import type { DateChangeStart } from './dateChangeAddress.ts';
import { DateChangeRows } from './DateChangeRows.tsx';
import { DateChangeSearch } from './DateChangeSearch.tsx';
import { DateReview } from './DateReview.tsx';
import { useDateChange, type DateChange } from './useDateChange.ts';

/**
 * The date change utility: a source, a range, and up to 500 nights whose dates are shifted together or one by one. What
 * would move is shown before it is saved (decisions/072).
 */
export function DateChangeDialog(props: {
  machine: { id: string; serial: string };
  /** The address has opened it, with these values. */
  start?: DateChangeStart;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { t } = useTranslation('usage-dates');
  const change = useDateChange(props.machine.id, props.onSaved, props.start);
  const guard = useGuard(change);
  const { review, usage, problem, busy, duplicates, refusals } = change;
  const rows = useRef<HTMLDivElement>(null);

  return (
    <Modal
      open
      keepOpen
      inAddress={props.start !== undefined}
      guard={guard}
      onClose={props.onClose}
      title={t('utilityOf', { serial: props.machine.serial })}
      size="xl"
      footer={review ? <ReviewButtons change={change} /> : <UtilityButtons change={change} rows={rows} />}
    >
      {review ? <DateReview review={review} /> : null}
      {/* Out of sight during the review, so that 500 rows are there at once, and where they were, when it ends. */}
      <Box ref={rows} hidden={review !== null}>
        {props.start && props.start.ignored.length > 0 ? (
          <Alert.Root status="warning" role="note" mb="4">
            <Alert.Indicator />
            <Alert.Title fontWeight="normal">
              {t('ignored.text', { names: props.start.ignored.map((name) => t(`ignored.${name}`)).join(', ') })}
            </Alert.Title>
          </Alert.Root>
        ) : null}
        {change.isProposed ? (
          <Alert.Root status="info" role="status" mb="4">
            <Alert.Indicator />
            <Alert.Title fontWeight="normal">{t('filledIn')}</Alert.Title>
          </Alert.Root>
        ) : null}
        <DateChangeSearch change={change} />
        {duplicates.size > 0 ? (
          <Alert.Root status="error" role="alert" mt="4">
            <Alert.Indicator />
            <Alert.Content>
              <Alert.Title>{t('duplicates')}</Alert.Title>
            </Alert.Content>
          </Alert.Root>
        ) : null}
        {refusals.size > 0 ? (
          <Alert.Root status="error" role="alert" mt="4">
            <Alert.Indicator />
            <Alert.Title>{t('refused', { count: refusals.size })}</Alert.Title>
          </Alert.Root>
        ) : null}
        {problem.load ? <ErrorState error={problem.load} onRetry={change.retry} /> : null}
        {usage ? (
          <DateChangeRows change={change} usage={usage} />
        ) : busy === 'load' ? (
          <SkeletonLines lines={6} />
        ) : null}
      </Box>
    </Modal>
  );
}

function UtilityButtons({ change, rows }: { change: DateChange; rows: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation('usage-dates');
  const { usage, busy, duplicates, problem, problems } = change;
  const last = useRef<Element | null>(null);
  const isLoaded = usage !== null && usage.rows.length > 0;
  const hasErrors = duplicates.size > 0 || problem.offset !== undefined;
  return (
    <>
      {problems > 0 ? (
        <Button
          variant="outline"
          me="auto"
          onClick={() => (last.current = showNextProblem(rows.current, last.current))}
        >
          <ArrowDown aria-hidden="true" />
          {t('nextProblem')}
        </Button>
      ) : null}
      <Button variant="outline" disabled={busy !== null} onClick={change.reset}>
        {t('reset')}
      </Button>
      <Button
        loading={busy === 'check'}
        disabled={!isLoaded || hasErrors || busy !== null}
        onClick={() => void change.save()}
      >
        {t('save')}
      </Button>
    </>
  );
}

/** Brings the row with a problem after `last` into sight, and after the last one the first; its Edit has the focus. */
function showNextProblem(within: HTMLElement | null, last: Element | null): Element | null {
  const found = [...(within?.querySelectorAll('tr[data-problem=true]') ?? [])];
  const next =
    found.find((row) => last && last.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) ?? found[0];
  next?.scrollIntoView({ block: 'center' });
  next?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
  return next ?? null;
}

function ReviewButtons({ change }: { change: DateChange }) {
  const { t } = useTranslation('usage-dates');
  return (
    <>
      <Button variant="outline" disabled={change.busy !== null} onClick={change.back}>
        {t('back')}
      </Button>
      <Button data-autofocus="" loading={change.busy === 'save'} onClick={() => void change.confirm()}>
        {t('confirm')}
      </Button>
    </>
  );
}

/**
 * New dates that are not saved are work: closing asks, and nothing closes the dialog during a save. Those that the
 * address filled in can be had again.
 */
function useGuard({ busy, changed, isProposed }: DateChange): CloseGuard {
  const state = useRef<WorkState>('clean');
  useEffect(() => {
    state.current = busy === 'save' ? 'busy' : changed > 0 && !isProposed ? 'dirty' : 'clean';
  });
  const [guard] = useState<CloseGuard>(() => ({ state: () => state.current }));
  useEffect(() => trackWork(guard.state), [guard]);
  return guard;
}
