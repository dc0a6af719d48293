import { expect, jest, test } from '@jest/globals';
import type { TFunction } from 'i18next';
import { loadTexts } from '../testing/texts.ts';
import { createI18n } from './i18n.ts';
import { isTextKey } from './textKey.ts';

const english = await createI18n('en', loadTexts);
const t = english.getFixedT('en', 'components');

test('a key that the server sent is known only if the texts have it', () => {
  expect(isTextKey(english, 'rules', 'email.invalid')).toBe(true);
  expect(isTextKey(english, 'shell', 'organizationTypes.Support')).toBe(true);
  expect(isTextKey(english, 'shell', 'organizationTypes.Partner')).toBe(false);
  expect(isTextKey(english, 'rules', 'organizationTypes.Support')).toBe(false);
});

test('a key compiles with its count, its values and the name of the portal left out', () => {
  expect(t('combobox.short', { count: 1 })).toBe('Type at least 1 letter.');
  expect(t('combobox.short', { count: 3 })).toBe('Type at least 3 letters.');
  expect(t('combobox.remove', { option: 'Oregon' })).toBe('Remove Oregon');
  const session: TFunction<'session'> = english.getFixedT('en', 'session');
  expect(session('title')).toBe('Sign in to Airlog');
  const ofBoth = english.getFixedT('en', ['components', 'rules']);
  expect(ofBoth('rules:email.invalid')).toBe('Enter a valid email address.');
});

test('a key or a namespace that the texts do not have does not compile', () => {
  const missing = jest.spyOn(console, 'error').mockImplementation(() => {});
  // @ts-expect-error: a letter too many
  expect(t('combobox.opens')).toBe('combobox.opens');
  // @ts-expect-error: a part of the texts, not a text
  expect(t('combobox')).toBe('combobox');
  // @ts-expect-error: a key of another namespace
  expect(t('organizationTypes.Support')).toBe('organizationTypes.Support');
  // Of the name alone: to compare two of these functions takes a tenth of the check of all types.
  // @ts-expect-error: no such file
  const other: TFunction<'patient'> | undefined = undefined;
  expect(other).toBeUndefined();
  const key: string = 'ok';
  // @ts-expect-error: any string
  expect(t(key)).toBe('OK');
  missing.mockRestore();
});
