import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../components/Toaster.tsx';
import type { Locale } from '../gql/schema.ts';
import { graphql } from '../lib/graphql.ts';
import { changeLanguage } from '../lib/i18n.ts';
import { asLanguage, languageNames, languages, type Language } from '../lib/language.ts';
import { useReloadInTurn } from '../lib/useReloadInTurn.ts';
import { useUpdateViewer } from './gql/useLanguage.ts';

graphql(`
  mutation UpdateViewer($input: UpdateViewerInput!) {
    updateViewer(input: $input) {
      viewer {
        locale
        roleLabels
        exportNotice
      }
      ...UserErrors
    }
  }
`);

const locales: Record<Language, Locale> = { en: 'EN', es: 'ES' };

/**
 * Returns how a language is stored with the user, and the switch to the language that is not shown. What the page shows
 * is then read again, because the server translates a part of it.
 */
export function useLanguage() {
  const { t, i18n } = useTranslation('shell');
  const client = useApolloClient();
  const updateViewer = useUpdateViewer();
  // The viewer comes with the mutation.
  const readAgain = useReloadInTurn(
    () => client.refetchQueries({ include: 'active', onQueryUpdated: ({ queryName }) => queryName !== 'Viewer' }),
    false,
  );
  const save = (language: Language) => {
    updateViewer({ input: { locale: locales[language] } }).then(readAgain, () =>
      toaster.error({ title: t('languageNotSaved') }),
    );
  };
  const other = languages.find((language) => language !== asLanguage(i18n.language)) ?? languages[0];
  return {
    save,
    other: { language: other, name: languageNames[other] },
    switchToOther() {
      void changeLanguage(i18n, other);
      save(other);
    },
  };
}
