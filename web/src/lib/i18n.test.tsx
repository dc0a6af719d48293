import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { loadTexts } from '../testing/texts.ts';
import { changeLanguage, createI18n, withPageTexts, type LoadLanguage } from './i18n.ts';

const LATER = 'patient-record';
/** The texts of the first file, as web/texts.ts divides them. */
const loadFirst: LoadLanguage = async (language) =>
  Object.fromEntries(Object.entries(await loadTexts(language)).filter(([name]) => name !== LATER));

function Part() {
  const { t } = useTranslation(LATER);
  return <p>{t('demographics')}</p>;
}

test('texts of the second file are read when a part needs them, in the language of then too', async () => {
  const i18n = await createI18n('en', loadFirst, loadTexts);
  expect(i18n.exists(`${LATER}:demographics`)).toBe(false);
  render(
    <I18nextProvider i18n={i18n}>
      <Suspense fallback="…">
        <Part />
      </Suspense>
    </I18nextProvider>,
  );
  expect(screen.queryByText('demographics')).not.toBeInTheDocument();
  expect(await screen.findByText('Demographics')).toBeInTheDocument();
  await changeLanguage(i18n, 'es');
  expect(await screen.findByText('Datos demográficos')).toBeInTheDocument();
});

test('the code of a page is there when the texts of the pages are', async () => {
  const i18n = await createI18n('en', loadFirst, loadTexts);
  expect(await withPageTexts(() => Promise.resolve('the page'))()).toBe('the page');
  expect(i18n.getFixedT('en', LATER)('demographics')).toBe('Demographics');
});

test('a missing translation is logged', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const i18n = await createI18n('en', loadTexts);
  expect(i18n.t('nothing.of.this' as never)).toBe('nothing.of.this');
  expect(logged).toHaveBeenCalledWith('Missing translation components:nothing.of.this (en)');
  logged.mockRestore();
});
