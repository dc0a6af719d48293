import { ChakraProvider } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ConfirmProvider } from '../components/ConfirmDialog.tsx';
import { Toaster } from '../components/Toaster.tsx';
import { Tooltips } from '../components/Tooltip.tsx';
import { withPrefix } from './prefix.ts';
import { system } from './theme.ts';

// The page's policy allows only style tags with the nonce of this response (index.html).
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

const styles = createCache({ key: 'css', stylisPlugins: [withPrefix], ...(nonce && { nonce }) });

/** The context of every page: styles, texts, confirmations, toasts and tooltips. */
export function Providers(props: { i18n: i18n; children: ReactNode }) {
  return (
    <CacheProvider value={styles}>
      <ChakraProvider value={system}>
        <I18nextProvider i18n={props.i18n}>
          <ConfirmProvider>{props.children}</ConfirmProvider>
          <Toaster />
          <Tooltips />
        </I18nextProvider>
      </ChakraProvider>
    </CacheProvider>
  );
}
