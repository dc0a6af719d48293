import { leadingAndTrailing } from './debounce.ts';

/** Milliseconds (document 000, sections 1, 7 and 9). */
const debounceMs = 1500;
const timeoutMs = 5000;

/**
 * Returns the scheduler of a form's live checks. It sends a request at the first change and 1500 ms after the last one,
 * for every field changed so far. A change cancels the running request, so a stale answer is never shown; a request
 * ends after 5000 ms. Failed and canceled requests are ignored: the server validates again on submit.
 */
export function createLiveCheck<Answer>(form: {
  /** Returns which of the changed fields can be checked now. */
  ready: (changed: readonly string[]) => readonly string[];
  ask: (fields: readonly string[], signal: AbortSignal) => Promise<Answer>;
  show: (fields: readonly string[], answer: Answer) => void;
}) {
  const changed = new Set<string>();
  let request: AbortController | undefined;

  async function ask() {
    const fields = form.ready([...changed]);
    if (fields.length === 0) return;
    cancel();
    const own = new AbortController();
    request = own;
    const timer = setTimeout(() => own.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs);
    try {
      const answer = await form.ask(fields, own.signal);
      if (!own.signal.aborted) form.show(fields, answer);
    } catch {
      // Nothing to show: the server validates again on submit.
    } finally {
      clearTimeout(timer);
    }
  }
  const debounced = leadingAndTrailing(() => void ask(), debounceMs);
  const cancel = () => request?.abort();

  return {
    /** Cancels the running request: its answer would be about old values. */
    cancel,
    /** Schedules a check after a change of a field that passes the form's own rules. */
    changed(field: string) {
      changed.add(field);
      debounced.call();
    },
    /** Cancels the scheduled and the running request: the form is submitted or closed. */
    stop() {
      debounced.cancel();
      cancel();
    },
  };
}
