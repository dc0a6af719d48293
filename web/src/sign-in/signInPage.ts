import { signInRules } from '#rules/sign-in/sign-in';
import { ValidationError } from 'yup';
import { takeFlash } from '../lib/flash.ts';
import { HttpError, httpErrorOf, sendRequest } from '../lib/http.ts';
import { asLanguage, initialLanguage, rememberLanguage, type Language } from '../lib/language.ts';
import { page } from '../lib/page.ts';
import { safeReturnPath, urls } from '../lib/urls.ts';
import enRules from '../locales/en/rules.json' with { type: 'json' };
import enSession from '../locales/en/session.json' with { type: 'json' };
import esRules from '../locales/es/rules.json' with { type: 'json' };
import esSession from '../locales/es/session.json' with { type: 'json' };
import { fieldNames, showPage, type FieldName, type SignInView } from './view.ts';

type Credentials = Record<FieldName, string>;
/** Codes of the rules, or messages of the server, by field. */
type Errors = Partial<Record<FieldName, string>>;

const rules: Record<Language, Partial<Record<string, string>>> = { en: enRules, es: esRules };
const session = { en: enSession, es: esSession };
const isField = (name: string): name is FieldName => fieldNames.some((field) => field === name);

/** Returns what the rules refuse, the first code of each field. */
function refusedByRules(values: Credentials): Errors {
  try {
    signInRules.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path, message }) => [path, message]).reverse());
  }
}

/** Returns the address after sign-in: the requested page (?return=) and place in it (#), or the second step on the way to it. */
function nextAddress(verificationRequired: boolean): string {
  const { search, hash } = window.location;
  const returnTo = new URLSearchParams(search).get('return');
  const next = safeReturnPath(returnTo);
  if (!verificationRequired) return next + hash;
  return `${urls.verifyLogin}${next === urls.home ? '' : `?return=${encodeURIComponent(next)}`}${hash}`;
}

/** Runs the sign-in page: shows it, signs in over REST, and opens the requested page. It queries nothing about the user. */
export function runSignIn(root: HTMLElement): void {
  let language = initialLanguage();
  let view: SignInView;
  let errors: Errors = {};
  /** A message of the server, or the key of a text. */
  let problem: string | undefined = takeFlash() ?? undefined;
  let isSubmitting = false;
  let isShown = false;
  let wasSubmitted = false;

  const values = () => Object.fromEntries(new FormData(view.form)) as Credentials;
  const textOf = (error: string) => rules[language][error] ?? error;
  const draw = () =>
    view.draw({
      errors: Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, textOf(error)])),
      problem: problem === 'failed' || problem === 'tooMany' ? session[language][problem] : problem,
      isSubmitting,
      isShown,
    });

  function refuse(refused: Errors) {
    errors = refused;
    draw();
    view.form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }

  async function signIn() {
    const refused = refusedByRules(values());
    if (Object.keys(refused).length > 0) return refuse(refused);
    const answer = await sendRequest('post', urls.login, { data: signInRules.cast(values()) });
    if (answer.ok) {
      const { two_factor: verificationRequired } = (await answer.json()) as { two_factor: boolean };
      page.replace(nextAddress(verificationRequired));
      return 'leaves';
    }
    const error = await httpErrorOf(answer);
    if (error.status !== 422) throw error;
    problem = error.refusals.flatMap(({ field, message }) => (isField(field) ? [] : message)).join(' ') || undefined;
    refuse(Object.fromEntries(error.refusals.map(({ field, message }) => [field, message])));
  }

  async function submit() {
    if (isSubmitting) return;
    wasSubmitted = isSubmitting = true;
    errors = {};
    problem = undefined;
    draw();
    let leaves = false;
    try {
      leaves = (await signIn()) === 'leaves';
    } catch (error) {
      problem = error instanceof HttpError && error.status === 429 ? 'tooMany' : 'failed';
    }
    isSubmitting = leaves;
    draw();
  }

  function show(given?: Credentials) {
    view = showPage(root, language);
    view.form.addEventListener('submit', (event) => {
      event.preventDefault();
      void submit();
    });
    view.form.addEventListener('input', ({ target }) => {
      const { name } = target as HTMLInputElement;
      if (wasSubmitted && isField(name)) errors = { ...errors, [name]: refusedByRules(values())[name] };
      problem = undefined;
      draw();
    });
    view.form.querySelector('button[aria-pressed]')?.addEventListener('click', () => {
      isShown = !isShown;
      draw();
    });
    for (const button of root.querySelectorAll<HTMLElement>('button[lang]')) {
      button.addEventListener('click', () => choose(button.lang));
    }
    for (const name of fieldNames) {
      if (given) view.form.querySelector<HTMLInputElement>(`input[name=${name}]`)!.value = given[name];
    }
    draw();
  }

  function choose(wanted: string) {
    const chosen = asLanguage(wanted);
    if (!chosen || chosen === language) return;
    language = chosen;
    rememberLanguage(chosen);
    show(values());
    root.querySelector<HTMLElement>(`button[lang=${chosen}]`)?.focus();
  }

  show();
  view!.form.querySelector<HTMLElement>('input')?.focus();
}
