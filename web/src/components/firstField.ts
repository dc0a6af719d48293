/**
 * Returns what has the focus after a dialog that waits for a form, as its `finalFocus`: the form takes its place, and a
 * focus that first returns to the page leaves an empty field.
 */
export const firstField = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[role=dialog] [data-autofocus]');
