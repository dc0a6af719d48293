import type { UserEvent } from '@testing-library/user-event';

/** Writes a text into a field at once, as a paste does: each key that is typed renders the form again. */
export async function enter(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
