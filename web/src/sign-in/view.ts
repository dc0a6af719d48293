import type { Language } from '../lib/language.ts';
import { setTabTitle } from '../lib/portalName.ts';
import { urls } from '../lib/urls.ts';

export const fieldNames = ['email', 'password'] as const;
export type FieldName = (typeof fieldNames)[number];

export interface SignInState {
  /** Text of each refused field. */
  errors: Partial<Record<FieldName, string>>;
  /** Text above the fields. */
  problem?: string;
  isSubmitting: boolean;
  /** The password is legible. */
  isShown: boolean;
}

export interface SignInView {
  form: HTMLFormElement;
  draw: (state: SignInState) => void;
}

function find<E extends Element>(parent: ParentNode, selector: string): E {
  const element = parent.querySelector<E>(selector);
  if (!element) throw new Error(`The sign-in page has no ${selector}.`);
  return element;
}

/** Shows `text` in a copy of `part`, or removes it. A text that has not changed is not announced again. */
function showText(shown: Element | null, part: Element, text: string | undefined, add: (copy: Element) => void): void {
  if (shown?.textContent === text) return;
  shown?.remove();
  if (!text) return;
  const copy = part.cloneNode(true) as Element;
  (copy.querySelector('[class*=title]') ?? copy).lastChild!.textContent = text;
  add(copy);
}

/** Makes a button look and read as `model` does. */
function showAs(button: HTMLElement, model: HTMLElement): void {
  if (button.innerHTML !== model.innerHTML) button.innerHTML = model.innerHTML;
  for (const name of ['aria-label', 'aria-pressed', 'data-loading', 'disabled']) {
    const value = model.getAttribute(name);
    if (value === null) button.removeAttribute(name);
    else button.setAttribute(name, value);
  }
}

const SUBMIT = 'button[type=submit]';
const TOGGLE = 'button[aria-pressed]';

/** Whether the server says that no user exists yet (api/src/account/first-run.ts). */
const isFirstRun = (): boolean => document.querySelector<HTMLMetaElement>('meta[name="first-run"]')?.content === 'yes';

/**
 * Shows the page in a language, from the template of the build (document.tsx), and returns what changes in it. While no
 * user exists, it shows how the first one is made in place of the form.
 */
export function showPage(root: HTMLElement, language: Language): SignInView {
  const page = find<HTMLTemplateElement>(document, `template#${language}`).content.cloneNode(true) as DocumentFragment;
  const parts = find<HTMLTemplateElement>(page, 'template').content;
  const form = find<HTMLFormElement>(page, 'form');
  const idle = form.cloneNode(true) as HTMLFormElement;
  if (isFirstRun()) {
    find(page, `a[href="${urls.forgotPassword}"]`).remove();
    form.replaceWith(find(parts, '[data-first-run]'));
  }
  root.replaceChildren(page);
  document.documentElement.lang = language;
  setTabTitle(find(root, 'h1').textContent);

  function drawField(name: FieldName, text: string | undefined) {
    const input = find<HTMLInputElement>(form, `input[name=${name}]`);
    const field = input.closest('[data-part=root]')!;
    const id = `${input.id}-error`;
    showText(field.querySelector('[data-part=error-text]'), find(parts, '[data-part=error-text]'), text, (error) => {
      error.id = id;
      field.append(error);
    });
    for (const part of [field, find(field, 'label'), input]) part.toggleAttribute('data-invalid', Boolean(text));
    for (const [attribute, value] of Object.entries({ 'aria-invalid': 'true', 'aria-describedby': id })) {
      if (text) input.setAttribute(attribute, value);
      else input.removeAttribute(attribute);
    }
  }

  return {
    form,
    draw({ errors, problem, isSubmitting, isShown }) {
      showText(form.querySelector('[role=alert]'), find(parts, '[role=alert]'), problem, (alert) =>
        find(form, '[data-part=root]').before(alert),
      );
      for (const name of fieldNames) drawField(name, errors[name]);
      find<HTMLInputElement>(form, 'input[name=password]').type = isShown ? 'text' : 'password';
      showAs(find(form, TOGGLE), find(isShown ? parts : idle, TOGGLE));
      showAs(find(form, SUBMIT), find(isSubmitting ? parts : idle, SUBMIT));
    },
  };
}
