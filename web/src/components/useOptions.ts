import { useEffect, useRef, useState } from 'react';
import { plainText } from '#rules/shared/text';

/** One choice of a Combobox or Multiselect. Options for objects are options with the object in them. */
export interface ComboboxOption {
  value: string;
  label: string;
  /** A second line that distinguishes two options with the same label. */
  description?: string;
  disabled?: boolean;
}

/** Finds the options that match a query. The signal is aborted when the answer is no longer needed. */
export type LoadOptions<Option> = (query: string, signal: AbortSignal) => Promise<readonly Option[]>;

/** Options in the list (document 001, section 9). */
export const optionsLimit = 1000;

/** Milliseconds between the last key and the request. */
export const loadDelay = 300;

/** `list`: options to show. `empty`: there are none at all. `none`: none matches the query. */
export type OptionsState = 'short' | 'loading' | 'failed' | 'empty' | 'none' | 'list';

interface Answer<Option> {
  query: string;
  options: readonly Option[] | null;
}

/**
 * Returns the options that match the query. An array is searched here, by label and description. A function is called
 * when the user pauses typing (`delay`, in milliseconds); only the answer to the latest query counts.
 */
export function useOptions<Option extends ComboboxOption>(
  source: readonly Option[] | LoadOptions<Option>,
  typed: string,
  { open, minLetters, delay = loadDelay }: { open: boolean; minLetters: number; delay?: number },
): { options: readonly Option[]; state: OptionsState; retry: () => void } {
  const query = typed.trim();
  const asked = typeof source === 'function';
  const short = query.length < minLetters;
  const [answer, setAnswer] = useState<Answer<Option> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });

  useEffect(() => {
    const load = latest.current;
    if (!open || short || typeof load !== 'function') return undefined;
    const controller = new AbortController();
    const accept = (options: readonly Option[] | null) => {
      if (!controller.signal.aborted) setAnswer({ query, options });
    };
    const timer = setTimeout(
      () =>
        void load(query, controller.signal).then(
          (options) => accept(options),
          () => accept(null),
        ),
      query ? delay : 0,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked, open, short, query, attempt, delay]);

  const retry = () => {
    setAnswer(null);
    setAttempt(attempt + 1);
  };
  const result = (state: OptionsState, options: readonly Option[] = []) => ({ state, options, retry });

  if (short) return result('short');
  if (asked) {
    if (answer?.query !== query) return result('loading');
    if (!answer.options) return result('failed');
  }
  const all = (asked ? answer?.options : source) ?? [];
  if (all.length === 0) return result(asked && query ? 'none' : 'empty');
  const wanted = plainText(query);
  const matching =
    asked || !wanted
      ? all
      : all.filter(({ label, description = '' }) => plainText(`${label}\n${description}`).includes(wanted));
  return matching.length === 0 ? result('none') : result('list', matching.slice(0, optionsLimit));
}
