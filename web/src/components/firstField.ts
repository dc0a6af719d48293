/**
 * Returns what has the focus after a dialog that waits for a form, as its `finalFocus`: the form takes its place, and a
 * focus that first returns to the page leaves an empty field.
 */
export const firstField = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[role=dialog] [data-autofocus]');

/** Focuses the first invalid field of a form in the order of the page, once its fields are marked. */
export const focusFirstInvalid = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
