import { lazy, Suspense } from 'react';
import type { OpenConflict } from './useConflict.ts';

const Notice = lazy(async () => ({ default: (await import('./ConflictNotice.tsx')).ConflictNotice }));

/** Names the fields of a form, and their values as the form shows them. */
export interface ConflictTexts<Values> {
  labelOf: (field: keyof Values & string) => string;
  textOf: (field: keyof Values & string, values: Values) => string;
}

/** What another user changed while the form was open, above the form; nothing as long as no one did. */
export function FormConflict<Values>({
  conflict,
  ...texts
}: { conflict: OpenConflict<Values> | null } & ConflictTexts<Values>) {
  if (!conflict) return null;
  const lines = conflict.changed.map((field) => ({
    field,
    label: texts.labelOf(field),
    before: texts.textOf(field, conflict.opened),
    after: texts.textOf(field, conflict.theirs),
    mine: conflict.own.includes(field) ? texts.textOf(field, conflict.mine) : null,
  }));
  return (
    <Suspense fallback={null}>
      <Notice message={conflict.message} lines={lines} onResolve={conflict.resolve} />
    </Suspense>
  );
}
