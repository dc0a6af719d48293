import { ChakraProvider } from '@chakra-ui/react';
import createCache, { type StylisPlugin } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ConfirmProvider } from '../components/ConfirmDialog.tsx';
import { Toaster } from '../components/Toaster.tsx';
import { system } from './theme.ts';

// The page's policy allows only style tags with the nonce of this response (index.html).
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

/** What current browsers know only, or also, with a prefix. Emotion's own plugin prefixes for browsers long gone. */
const PREFIXED =
  /^(backdrop-filter|box-decoration-break|hyphens|mask.*|print-color-adjust|text-size-adjust|user-select)$/;
const withPrefix: StylisPlugin = (element) => {
  if (element.type === 'decl' && PREFIXED.test(String(element.props)))
    element.return = `-webkit-${element.value}${element.value}`;
};
const styles = createCache({ key: 'css', stylisPlugins: [withPrefix], ...(nonce && { nonce }) });

/** The context of every page: styles, texts, confirmations and toasts. */
export function Providers(props: { i18n: i18n; children: ReactNode }) {
  return (
    <CacheProvider value={styles}>
      <ChakraProvider value={system}>
        <I18nextProvider i18n={props.i18n}>
          <ConfirmProvider>{props.children}</ConfirmProvider>
          <Toaster />
        </I18nextProvider>
      </ChakraProvider>
    </CacheProvider>
  );
}
