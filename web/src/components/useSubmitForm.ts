import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';
import { useForm, type FieldValues, type UseFormProps, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { failureOf, type Failure } from '../lib/failure.ts';
import { trackWork, type WorkState } from '../lib/unsavedWork.ts';
import { useLiveCheck, type LiveCheck } from '../lib/useLiveCheck.ts';
import { setUserErrors, type UserError } from '../lib/userErrors.ts';
import { useConfirm, type Confirm } from './ConfirmDialog.tsx';
import type { CloseGuard } from './Modal.tsx';

/** What a submission may do on its way. */
export interface Submission {
  /** Asks the user. The form shows no activity while the question is open. */
  confirm: Confirm;
  /** The values are saved: from now on nothing is lost by leaving. */
  saved: () => void;
}

interface SubmitFormOptions<T extends FieldValues> extends UseFormProps<T> {
  /** Saves the values. Returns the server's refusals, or nothing. A rejection is shown as what it means (`failureOf`). */
  onSubmit: (values: T, submission: Submission) => Promise<readonly UserError[] | void>;
  /** Returns the text of a failed submission; undefined for the usual one, null for none. */
  onFailure?: (failure: Failure) => string | null | undefined | Promise<string | null | undefined>;
  /** The server's checks while the form is filled in. */
  live?: LiveCheck<T>;
  /** Whether leaving would lose something. By default: whether a value differs from its first one. */
  isDirty?: () => boolean;
  /** Nothing typed here is worth a question. */
  unguarded?: boolean;
}

export interface SubmitForm<T extends FieldValues> {
  form: UseFormReturn<T>;
  /** The server is working on it. */
  isPending: boolean;
  /** For `Modal`, when the form is in one. */
  guard: CloseGuard;
  submit: () => Promise<void>;
  /** Shows refusals at their fields, the rest above the form, and focuses the first invalid field. */
  showErrors: (errors: readonly UserError[]) => void;
  /** For the `<form>` element. */
  element: Pick<ComponentProps<'form'>, 'id' | 'ref' | 'noValidate' | 'onSubmit'>;
}

/**
 * Returns a form that is submitted once at a time, shows the server's refusals and failures, focuses the first invalid
 * field in the order of the page, and guards what was typed (`NavigationGuard`, `Modal`).
 */
export function useSubmitForm<T extends FieldValues>(options: SubmitFormOptions<T>): SubmitForm<T> {
  const { onSubmit, onFailure, live, isDirty, unguarded = false, ...formOptions } = options;
  const { t } = useTranslation('components');
  const ask = useConfirm();
  const id = useId();
  const form = useForm<T>({ ...formOptions, shouldFocusError: false });
  const stopChecks = useLiveCheck(form, live);
  const element = useRef<HTMLFormElement>(null);
  const [isPending, setPending] = useState(false);
  const [invalidCount, setInvalidCount] = useState(0);
  // State is too late for the second Enter or click in the same moment.
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
          if (type === 'change') isSaved.current = false;
        },
      }),
    [form],
  );

  // After the render that marks the fields. A question that is closing takes the focus until the next frame.
  useEffect(() => {
    if (invalidCount === 0) return;
    const frame = requestAnimationFrame(() => focusFirstInvalid(element.current));
    return () => cancelAnimationFrame(frame);
  }, [invalidCount]);
  const focusInvalid = () => setInvalidCount((count) => count + 1);

  function showErrors(errors: readonly UserError[]) {
    if (setUserErrors(form, errors)) focusInvalid();
  }

  const confirm: Confirm = async (question) => {
    setPending(false);
    const answer = await ask(question);
    setPending(true);
    return answer;
  };
  const saved = () => {
    isSaved.current = true;
  };

  async function submit() {
    if (isRunning.current) return;
    isRunning.current = true;
    isSaved.current = false;
    stopChecks();
    setPending(true);
    try {
      await form.handleSubmit(
        async (values) => showErrors((await onSubmit(values, { confirm, saved })) ?? []),
        focusInvalid,
      )();
    } catch (error) {
      const failure = failureOf(error);
      const text = await onFailure?.(failure);
      const message = text === undefined ? t(`form.${failure}`) : text;
      if (message !== null) form.setError('root.server', { type: 'server', message });
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  }

  return {
    form,
    isPending,
    guard,
    submit,
    showErrors,
    element: {
      id,
      ref: element,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}

function focusFirstInvalid(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
