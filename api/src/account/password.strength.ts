import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Refusal } from '../shared/errors.ts';
import { plainText } from '../shared/text.rules.ts';

/** 0 to 4 by the number of guesses; 3: more than 10^8. */
const MIN_SCORE = 3;
/** A prefix that is strong enough makes the password strong enough, and a longer text takes up to a third of a second. */
const RATED = 48;
/** Shorter names are parts of too many words. */
const MIN_NAME = 4;

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

/** Returns the words of names and addresses, in search form. */
const wordsOf = ({ firstName, lastName, email, organization, portal }: PasswordOwner): string[] =>
  [firstName, lastName, email.split('@')[0]!, organization, portal]
    .flatMap((name) => plainText(name).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= MIN_NAME);

/**
 * Returns why a password of the right length is refused: it contains a name of its owner, of the organization or of the
 * portal, or it is common, leaked or easy to guess (requirement A-2). Works without a network.
 */
export async function weaknessOf(password: string, owner: PasswordOwner): Promise<Refusal | null> {
  const plain = plainText(password);
  const words = wordsOf(owner);
  if (words.some((word) => plain.includes(word)))
    return { field: 'password', code: 'password.personal', message: 'password.personal' };
  const { score } = (await rater()).check([...password].slice(0, RATED).join(''), words);
  return score < MIN_SCORE ? { field: 'password', code: 'password.weak', message: 'password.weak' } : null;
}
