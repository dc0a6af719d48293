import { useEffect, useRef, useState } from 'react';
import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { AnyObjectSchema } from 'yup';
import type { Method } from './http.ts';
import { createValidator } from './precognition.ts';
import type { RequestData } from './requestData.ts';
import { camelCase } from './userErrors.ts';

const type = 'precognition';

interface Options<T extends FieldValues> {
  /** A documented path that validates. Its check is the one that submitting runs. */
  method: Method;
  url: string;
  data: (values: T) => RequestData;
  /** The rules that run here: what they refuse is not worth asking about, the reader is still typing. */
  rules: AnyObjectSchema;
}

/**
 * The server's word on the fields of a form while they are filled in, by validate-only requests. Fields of the answer
 * are those of the form, perhaps in snake_case. Answers a function to be called when the form is submitted or closed.
 */
export function useLiveValidation<T extends FieldValues>(form: UseFormReturn<T>, options: Options<T>): () => void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  // eslint-disable-next-line react-hooks/refs -- read when a request is sent, never while rendering
  const [live] = useState(() =>
    createValidator({
      method: options.method,
      url: () => latest.current.url,
      data: () => latest.current.data(form.getValues()),
      told(asked, errors) {
        for (const field of asked) {
          const name = camelCase(field) as FieldPath<T>;
          const message = errors[field]?.[0];
          if (message) form.setError(name, { type, message });
          else if (form.getFieldState(name).error?.type === type) form.clearErrors(name);
        }
      },
      // A check that gets lost is nothing to tell: submitting asks again.
      failed: () => undefined,
    }),
  );

  useEffect(() => {
    const { unsubscribe } = form.watch((values, { name, type: event }) => {
      if (!name || event !== 'change' || !get(values, name)) return;
      latest.current.rules.validateAt(name, values).then(
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
