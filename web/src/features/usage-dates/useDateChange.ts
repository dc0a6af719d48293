import { MAX_DATES, typedDays } from '#rules/usage-dates/usage-dates';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import type { NightSource } from '../../gql/schema.ts';
import type { UserError } from '../../lib/userErrors.ts';
import type { DateChangeStart } from './dateChangeAddress.ts';
import {
  changesOf,
  duplicatesOf,
  newDateOf,
  refusalsOf,
  shiftedDates,
  withShifted,
  type NewDates,
  type Refusals,
} from './dateChanges.ts';
import {
  useChangeUsageDates,
  useCheckChangeUsageDates,
  useFindUsageRows,
  useResetRecordNo,
  type CheckChangeUsageDatesQuery,
} from './gql/usageOperations.ts';
import type { Usage, UsageRow } from './usageOperations.ts';

/** What is searched: the source first, then a range and the place of the page. */
export interface DateSearch {
  source: NightSource | null;
  startDate: string | null;
  endDate: string | null;
  page: number;
  limit: number;
}

const nothing: DateSearch = { source: null, startDate: null, endDate: null, page: 1, limit: MAX_DATES };
const unchanged: NewDates = new Map();
const noRefusals: Refusals = new Map();

export type Review = CheckChangeUsageDatesQuery['checkChangeUsageDates'];

/**
 * The rows of the date change utility, their new dates, and what changes and saves them (document 001, section 4).
 * `start`: what is searched and shifted at once.
 */
export function useDateChange(machineId: string, onSaved: () => void, start?: DateChangeStart) {
  const { t } = useTranslation('usage-dates');
  const [search, setSearch] = useState<DateSearch>(() =>
    start ? { ...nothing, source: start.source, startDate: start.startDate, endDate: start.endDate } : nothing,
  );
  const [offset, setOffset] = useState(start?.days ? String(start.days) : '');
  const [usage, setUsage] = useState<Usage | null>(null);
  const [dates, setDates] = useState(unchanged);
  const [refusals, setRefusals] = useState(noRefusals);
  const [proposed, setProposed] = useState<NewDates | null>(null);
  const [review, setReview] = useState<Review | null>(null);
  const [problem, setProblem] = useState<{ source?: string; endDate?: string; offset?: string; load?: unknown }>({});
  const [busy, setBusy] = useState<'load' | 'check' | 'save' | null>(null);
  const isRunning = useRef(false);
  const find = useFindUsageRows();
  const check = useCheckChangeUsageDates();
  const change = useChangeUsageDates();
  const resetRecordNo = useResetRecordNo();

  const rows = usage?.rows ?? null;
  const duplicates = useMemo(() => duplicatesOf(rows ?? [], dates), [rows, dates]);
  const changes = useMemo(() => changesOf(rows ?? [], dates), [rows, dates]);
  const input = { machineId, source: search.source, changes };
  const problems = useMemo(
    () => (rows ?? []).filter((row) => refusals.has(row.databaseId) || duplicates.has(newDateOf(dates, row))).length,
    [rows, dates, duplicates, refusals],
  );

  /** One action at a time: state is too late for a second click at the same moment. */
  async function run(what: NonNullable<typeof busy>, action: () => Promise<void>, failed: (error: unknown) => void) {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(what);
    try {
      await action();
    } catch (error) {
      failed(error);
    } finally {
      isRunning.current = false;
      setBusy(null);
    }
  }

  const load = (wanted: DateSearch, shift: number | null = null) =>
    run(
      'load',
      async () => {
        const { source, startDate, endDate, page, limit } = wanted;
        const { usage: found } = await find({ id: machineId, source: source!, startDate, endDate, page, limit });
        const shown = (shift === null ? null : shiftedDates(found.rows, shift)) ?? unchanged;
        setUsage(found);
        setDates(shown);
        setRefusals(noRefusals);
        setProposed(shift === null ? null : shown);
        setReview(null);
        setProblem({});
      },
      (error) => {
        console.error('The usage rows were not loaded:', error);
        setUsage(null);
        setProblem({ load: error });
      },
    );

  const begin = useEffectEvent(() => {
    if (search.source) void load(search, start?.days ?? null);
  });
  useEffect(() => begin(), []);

  function show(wanted: DateSearch) {
    setSearch(wanted);
    const { source, startDate, endDate } = wanted;
    const isRange = !startDate || !endDate || startDate <= endDate;
    if (source && isRange) return void load(wanted);
    setProblem({
      source: source ? undefined : t('sourceRequired'),
      endDate: isRange ? undefined : 'device.end_before_start',
    });
  }

  const notChanged = () => toaster.error({ title: t('notChanged') });
  /** The new dates stay. A refusal of a row is shown at the row, and any other one in the message. */
  function refuse(errors: readonly UserError[]) {
    const found = refusalsOf(errors, changes);
    setRefusals(found.rows);
    toaster.error({ title: t('notChanged'), description: found.other });
  }

  return {
    search,
    offset,
    usage,
    dates,
    duplicates,
    refusals,
    /** Number of rows that have one of both. */
    problems,
    review,
    problem,
    busy,
    changed: changes.length,
    /** The new dates are those that `start` has filled in. */
    isProposed: proposed !== null && proposed === dates && changes.length > 0,
    /** Another source has other rows. */
    choose(source: NightSource | null) {
      setSearch({ ...search, source });
      setUsage(null);
      setDates(unchanged);
      setRefusals(noRefusals);
      setProblem({});
    },
    setRange(range: Partial<Pick<DateSearch, 'startDate' | 'endDate'>>) {
      setSearch({ ...search, ...range });
      setProblem({ ...problem, endDate: undefined });
    },
    setOffset(text: string) {
      setOffset(text);
      setProblem({ ...problem, offset: undefined });
    },
    find: () => show({ ...search, page: 1 }),
    retry: () => show(search),
    turn: (page: number) => show({ ...search, page }),
    resize: (limit: number) => show({ ...search, page: 1, limit }),
    /** Fills the new date of every row. */
    calculate() {
      const days = offset.trim() === '' ? 0 : typedDays(offset);
      if (days === 0) return setProblem({ ...problem, offset: t('offsetZero') });
      const next = days === null ? null : shiftedDates(rows ?? [], days);
      if (!next) return setProblem({ ...problem, offset: t('daysInvalid') });
      setDates(next);
      setRefusals(noRefusals);
    },
    /** Shifts one row; returns the error of the typed number of days, or null. */
    edit(row: UsageRow, text: string): string | null {
      const days = typedDays(text);
      const next = days === null ? null : withShifted(dates, row, days);
      if (!next) return t('daysInvalid');
      setDates(next);
      setRefusals(new Map([...refusals].filter(([id]) => id !== row.databaseId)));
      return null;
    },
    /** Clears the range and the number of days, and loads the rows again. */
    reset() {
      const cleared = { ...search, startDate: null, endDate: null, page: 1 };
      setOffset('');
      setDates(unchanged);
      if (search.source) show(cleared);
      else setSearch(cleared);
    },
    /** Asks the server what would move, and shows it. */
    save: () =>
      run(
        'check',
        async () => {
          if (changes.length === 0) return notChanged();
          const found = await check({ input });
          if (found.userErrors.length > 0) return refuse(found.userErrors);
          setRefusals(noRefusals);
          setReview(found);
        },
        notChanged,
      ),
    back: () => setReview(null),
    async confirm() {
      let isSaved = false;
      await run(
        'save',
        async () => {
          const { result, userErrors } = await change({ input });
          setReview(null);
          if (userErrors.length > 0) return refuse(userErrors);
          toaster.success({ title: result });
          isSaved = true;
        },
        notChanged,
      );
      if (!isSaved) return;
      onSaved();
      await load(search);
    },
    async resetRecord(night: UsageRow) {
      let isReset = false;
      await run(
        'save',
        async () => {
          const { result, userErrors } = await resetRecordNo({ input: { machineId, nightId: night.databaseId } });
          if (userErrors[0])
            return void toaster.error({ title: t('recordNotReset'), description: userErrors[0].message });
          toaster.success({ title: result });
          isReset = true;
        },
        () => toaster.error({ title: t('recordNotReset') }),
      );
      if (isReset) await load(search);
    },
  };
}

export type DateChange = ReturnType<typeof useDateChange>;
