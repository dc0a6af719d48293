import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Refusal } from '../shared/errors.ts';
import { plainText } from '../shared/text.rules.ts';

/** 0 to 4 by the number of guesses; 3: more than 10^8. */
const MIN_SCORE = 3;
/** A prefix that is strong enough makes the password strong enough, and a longer text takes up to a third of a second. */
const RATED = 48;
/** Shorter names are parts of too many words: they are refused only where they stand alone. */
const MIN_PART = 4;
/** Initials are no names. */
const MIN_NAME = 2;

/** Whose password it is. */
export interface PasswordOwner {
  firstName: string;
  lastName: string;
  email: string;
  organization: string;
  portal: string;
}

let loading: Promise<ZxcvbnFactory> | undefined;

/** Loaded with the first password: the list of 49,000 leaked and common passwords takes 50 ms to read. */
const rater = () =>
  (loading ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory: Factory }, { dictionary, adjacencyGraphs }]) =>
      new Factory({ dictionary, graphs: adjacencyGraphs }),
  ));

const words = (text: string, separator = /[^\p{L}\p{N}]+/u) => plainText(text).split(separator);
const lettersOf = (text: string) => words(text, /[^\p{L}]+/u);

/**
 * Returns the names that a password must not contain, in search form. `anywhere`: also as a part of a word. `alone`:
 * names of the owner that are parts of too many words.
 */
function namesOf({ firstName, lastName, email, organization, portal }: PasswordOwner) {
  const [local = '', host = ''] = email.split('@');
  const own = [firstName, lastName, local];
  const others = [organization, portal, ...host.split('.').slice(0, -1)];
  return {
    anywhere: [...[...own, ...others].flatMap((name) => words(name)), words(local).join('')].filter(
      ({ length }) => length >= MIN_PART,
    ),
    alone: own.flatMap(lettersOf).filter(({ length }) => length >= MIN_NAME && length < MIN_PART),
  };
}

/**
 * Returns why a password of the right length is refused: it contains a name or a part of the address of its owner, or the
 * name of the organization or of the portal, or it is common, leaked or easy to guess (requirement A-2). Works without a
 * network.
 */
export async function weaknessOf(password: string, owner: PasswordOwner): Promise<Refusal | null> {
  const plain = plainText(password);
  const { anywhere, alone } = namesOf(owner);
  if (anywhere.some((name) => plain.includes(name)) || lettersOf(plain).some((word) => alone.includes(word)))
    return { field: 'password', code: 'password.personal', message: 'password.personal' };
  const { score } = (await rater()).check([...password].slice(0, RATED).join(''), [...anywhere, ...alone]);
  return score < MIN_SCORE ? { field: 'password', code: 'password.weak', message: 'password.weak' } : null;
}
