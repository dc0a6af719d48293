import { useEffect, useRef, useState } from 'react';
import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { AnyObjectSchema } from 'yup';
import { createLiveCheck } from './liveCheck.ts';
import { camelCase, type UserError } from './userErrors.ts';

const type = 'live';

export interface LiveCheck<T extends FieldValues> {
  /** Returns the server's refusals of these fields. The request ends with `signal`. */
  ask: (values: T, fields: readonly string[], signal: AbortSignal) => Promise<readonly UserError[]>;
  /** The rules that run in the client. What they refuse is not sent to the server. */
  rules: AnyObjectSchema;
  /** Fields that are never checked live: every check of a PIN counts as an attempt. */
  never?: readonly FieldPath<T>[];
}

/**
 * Shows the server's refusals at the fields of a form while the user fills it in. Returns the function that stops the
 * checks of the current input, for use on submit. The names in an answer may be in snake_case.
 */
export function useLiveCheck<T extends FieldValues>(
  form: UseFormReturn<T>,
  check: LiveCheck<T> | undefined,
): () => void {
  const latest = useRef(check);
  useEffect(() => {
    latest.current = check;
  });

  // oxlint-disable-next-line react/refs -- read when a request is sent, never while rendering
  const [live] = useState(() =>
    createLiveCheck<readonly UserError[]>({
      ready: (changed) => changed.filter((name) => get(form.getValues(), name)),
      ask: (fields, signal) => latest.current?.ask(form.getValues(), fields, signal) ?? Promise.resolve([]),
      show(fields, refusals) {
        for (const name of fields as readonly FieldPath<T>[]) {
          const refusal = refusals.find(({ field }) => field === name || camelCase(field) === name);
          if (refusal) form.setError(name, { type, message: refusal.message });
          else if (form.getFieldState(name).error?.type === type) form.clearErrors(name);
        }
      },
    }),
  );

  useEffect(() => {
    const { unsubscribe } = form.watch((values, { name, type: event }) => {
      const { current } = latest;
      if (!current || !name || event !== 'change' || current.never?.includes(name)) return;
      live.cancel();
      if (!get(values, name)) return;
      current.rules.validateAt(name, values).then(
        () => live.changed(name),
        () => undefined,
      );
    });
    return () => {
      unsubscribe();
      live.stop();
    };
  }, [form, live]);
  return live.stop;
}
