import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';
import { useForm, type FieldValues, type UseFormProps, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { failureOf, limitOf, type Failure } from '../lib/failure.ts';
import { trackWork, type WorkState } from '../lib/unsavedWork.ts';
import { useLiveCheck, type LiveCheck } from '../lib/useLiveCheck.ts';
import { setUserErrors, type UserError } from '../lib/userErrors.ts';
import { useConfirm, type Confirm } from './ConfirmDialog.tsx';
import { focusFirstInvalid } from './firstField.ts';
import { keepPlace } from './keptPlace.ts';
import type { CloseGuard } from './useRequestClose.ts';

/** What the server is doing with the form; null when idle. */
export type SubmitPhase = 'checking' | 'saving' | null;
/**
 * - `uncertain`: the connection was lost while saving, so the values may be saved
 * - `afterwards`: the values are saved, and what followed failed
 */
export type SubmitFailure = Failure | 'uncertain' | 'afterwards';

/** What a submit may do while it runs. */
export interface Submission {
  /** Asks the user. The form shows no activity while the question is open. */
  confirm: Confirm;
  /**
   * Waits for the request that writes and returns its answer. When the connection is lost before the answer, no one
   * knows whether the values are saved.
   */
  saving: <Answer>(request: Promise<Answer>) => Promise<Answer>;
  /** The values are saved: leaving loses nothing from now on. */
  saved: () => void;
}

interface SubmitFormOptions<T extends FieldValues> extends UseFormProps<T> {
  /** Saves the values. Returns the server's refusals, or nothing. A rejection is shown as its meaning (`failureOf`). */
  onSubmit: (values: T, submission: Submission) => Promise<readonly UserError[] | void>;
  /** Returns the text of a failed submission; undefined for the usual one, null for none. */
  onFailure?: (failure: SubmitFailure) => string | null | undefined | Promise<string | null | undefined>;
  /** The server's checks while the user fills in the form. */
  live?: LiveCheck<T>;
  /** Whether leaving would lose input. By default: whether a value differs from its initial one. */
  isDirty?: () => boolean;
  /** Leaving this form never needs a question. */
  unguarded?: boolean;
}

export interface SubmitForm<T extends FieldValues> {
  form: UseFormReturn<T>;
  phase: SubmitPhase;
  /** The server's message about the whole form, or why it did not answer. Removed at the next change. */
  problem: string | undefined;
  /** Removes `problem`. */
  dismiss: () => void;
  /** For `Modal`, when the form is in one. */
  guard: CloseGuard;
  submit: () => Promise<void>;
  /** Runs another action of the form, under the same guard as a submit. */
  run: (action: (submission: Submission) => Promise<readonly UserError[] | void>) => Promise<void>;
  /** Shows refusals at their fields, the rest above the form, and focuses the first invalid field. */
  showErrors: (errors: readonly UserError[]) => void;
  /** Focuses the first invalid field, once the fields are marked. */
  focusInvalid: () => void;
  /** For the `<form>` element. */
  element: Pick<ComponentProps<'form'>, 'id' | 'ref' | 'noValidate' | 'onSubmit'>;
}

/**
 * Returns a form that is submitted once at a time, shows the server's refusals and failures, focuses the first invalid
 * field in the order of the page, and guards unsaved input (`NavigationGuard`, `Modal`).
 */
export function useSubmitForm<T extends FieldValues>(options: SubmitFormOptions<T>): SubmitForm<T> {
  const { onSubmit, onFailure, live, isDirty, unguarded = false, ...formOptions } = options;
  const { t } = useTranslation('components');
  const ask = useConfirm();
  const id = useId();
  const form = useForm<T>({ ...formOptions, shouldFocusError: false });
  const stopChecks = useLiveCheck(form, live);
  const element = useRef<HTMLFormElement>(null);
  const [phase, setPhase] = useState<SubmitPhase>(null);
  const [problem, setProblem] = useState<string>();
  const [invalidCount, setInvalidCount] = useState(0);
  // State is too late for a second Enter or click at the same moment.
  const isRunning = useRef(false);
  const isSaved = useRef(false);
  const formIsDirty = form.formState.isDirty;

  const state = useRef<() => WorkState>(() => 'clean');
  useEffect(() => {
    state.current = () => {
      if (isSaved.current) return 'clean';
      if (isRunning.current) return 'busy';
      return (isDirty ? isDirty() : formIsDirty) ? 'dirty' : 'clean';
    };
  });
  const [guard] = useState<CloseGuard>(() => ({ state: () => state.current() }));
  useEffect(() => (unguarded ? undefined : trackWork(guard.state)), [guard, unguarded]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ type }) {
          if (type !== 'change') return;
          isSaved.current = false;
          setProblem(undefined);
        },
      }),
    [form],
  );

  // After the render that marks the fields. A closing question keeps the focus until the next frame.
  useEffect(() => {
    if (invalidCount === 0) return;
    const frame = requestAnimationFrame(() => focusFirstInvalid(element.current));
    return () => cancelAnimationFrame(frame);
  }, [invalidCount]);
  const focusInvalid = () => setInvalidCount((count) => count + 1);

  function showErrors(errors: readonly UserError[]) {
    setProblem(setUserErrors(form, errors));
    if (errors.length > 0) focusInvalid();
  }

  async function run(action: (submission: Submission) => Promise<readonly UserError[] | void>) {
    if (isRunning.current) return;
    isRunning.current = true;
    keepPlace(document.activeElement)(); // the button is disabled while it runs
    isSaved.current = false;
    let running: SubmitPhase = 'checking';
    let isUnanswered = false;
    const submission: Submission = {
      async confirm(question) {
        setPhase(null);
        const answer = await ask(question);
        setPhase(running);
        return answer;
      },
      async saving(request) {
        setPhase((running = 'saving'));
        isUnanswered = true;
        const answer = await request;
        isUnanswered = false;
        return answer;
      },
      saved() {
        isSaved.current = true;
      },
    };
    stopChecks();
    setProblem(undefined);
    setPhase(running);
    try {
      const errors = await action(submission);
      if (errors) showErrors(errors);
    } catch (error) {
      const failure = failureOf(error);
      const limit = limitOf(error);
      if (limit) setProblem(limit);
      else if (isSaved.current) await fail('afterwards');
      else await fail(failure === 'unreachable' && isUnanswered ? 'uncertain' : failure);
    } finally {
      isRunning.current = false;
      setPhase(null);
    }
  }

  async function fail(failure: SubmitFailure) {
    const text = await onFailure?.(failure);
    setProblem(text === undefined ? t(`form.${failure}`) : (text ?? undefined));
  }

  const submit = () =>
    run(async (submission) => {
      let errors: readonly UserError[] | void = undefined;
      await form.handleSubmit(async (values) => {
        errors = await onSubmit(values, submission);
      }, focusInvalid)();
      return errors;
    });

  return {
    form,
    phase,
    problem,
    dismiss: () => setProblem(undefined),
    guard,
    submit,
    run,
    showErrors,
    focusInvalid,
    element: {
      id,
      ref: element,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        // React lets the event of a form in a dialog bubble to the form that opened the dialog.
        event.stopPropagation();
        void submit();
      },
    },
  };
}
