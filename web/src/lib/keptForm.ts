/**
 * Returns what a form kept under a name in this tab, or null. For forms that hold nothing about patients: it survives a
 * reload, and ends with the tab and at sign-out.
 */
export function keptForm<T>(name: string): T | null {
  try {
    const text = sessionStorage.getItem(`form:${name}`);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Keeps the values of a form, or with null forgets them; returns whether the browser lets it. */
export function keepForm(name: string, values: unknown): boolean {
  try {
    if (values === null) sessionStorage.removeItem(`form:${name}`);
    else sessionStorage.setItem(`form:${name}`, JSON.stringify(values));
    return true;
  } catch {
    return false;
  }
}
