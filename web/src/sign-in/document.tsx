import { Box, ChakraProvider, Link, Stack, Text } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server.node';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
import { system } from '../app/theme.ts';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { SignedOutFrame } from '../features/session/SignedOutFrame.tsx';
import { SignInFields } from '../features/session/SignInFields.tsx';
import { languages, type Language } from '../lib/language.ts';
import { urls } from '../lib/urls.ts';
import enComponents from '../locales/en/components.json' with { type: 'json' };
import enFirstRun from '../locales/en/first-run.json' with { type: 'json' };
import enRules from '../locales/en/rules.json' with { type: 'json' };
import enSession from '../locales/en/session.json' with { type: 'json' };
import esComponents from '../locales/es/components.json' with { type: 'json' };
import esFirstRun from '../locales/es/first-run.json' with { type: 'json' };
import esRules from '../locales/es/rules.json' with { type: 'json' };
import esSession from '../locales/es/session.json' with { type: 'json' };

const texts = {
  en: { components: enComponents, 'first-run': enFirstRun, rules: enRules, session: enSession },
  es: { components: esComponents, 'first-run': esFirstRun, rules: esRules, session: esSession },
};

/** The server writes the name of the portal in its place (api/src/web-pages.ts). */
const PORTAL = '__PORTAL_NAME__';

const fields = { email: { name: 'email' }, password: { name: 'password' } };

/** What the page shows in place of the form while no user exists. It makes none. */
function FirstRun() {
  const { t } = useTranslation('first-run');
  return (
    <Stack gap="4" data-first-run="">
      <Text fontWeight="semibold">{t('title')}</Text>
      <Text>{t('body')}</Text>
      <Box as="code" fontFamily="mono" textStyle="sm" bg="bg.muted" borderRadius="l2" p="3" overflowWrap="anywhere">
        npm run first-user -- --email you@example.org
      </Box>
      <Text>{t('after')}</Text>
    </Stack>
  );
}

/** The page, and the form with everything that it shows at times: the script takes these parts from it (view.ts). */
function SignInPage() {
  const { t } = useTranslation('session');
  return (
    <SignedOutFrame portal={PORTAL} title={t('title')} language={<LanguageSwitch />}>
      <form method="post" noValidate>
        <SignInFields {...fields} errors={{}} isSubmitting={false} isShown={false} />
      </form>
      <Link
        href={urls.forgotPassword}
        mt="4"
        textStyle="sm"
        color="teal.fg"
        textDecoration="underline"
        textUnderlineOffset="3px"
      >
        {t('forgot')}
      </Link>
      <template>
        <SignInFields {...fields} errors={{ email: 'required' }} problem={t('failed')} isSubmitting isShown />
        <FirstRun />
      </template>
    </SignedOutFrame>
  );
}

async function render(language: Language): Promise<string> {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({
    lng: language,
    resources: { [language]: texts[language] },
    interpolation: { escapeValue: false, defaultVariables: { portal: PORTAL } },
  });
  return renderToStaticMarkup(
    <CacheProvider value={createCache({ key: 'css' })}>
      <ChakraProvider value={system}>
        <I18nextProvider i18n={i18n}>
          <SignInPage />
        </I18nextProvider>
      </ChakraProvider>
    </CacheProvider>,
  );
}

/**
 * Returns the sign-in page in each language as templates of HTML, and its styles: rendered while the client is built
 * (web/sign-in-page.ts), from the components and the theme of the client, so that a browser needs neither.
 */
export async function renderSignIn(): Promise<{ html: string; css: string }> {
  let css = '';
  let html = '';
  for (const language of languages) {
    const styles: string[] = [];
    const markup = (await render(language))
      .replace(/<style[^>]*>(.*?)<\/style>/gs, (_tag, rules: string) => {
        styles.push(rules);
        return '';
      })
      // The page's policy refuses them. They count the buttons of a group, for styles that this page has not.
      .replace(/ style="--group-count:\d+;--group-index:\d+"/g, '');
    css = styles.join('\n'); // the same in each language
    html += `<template id="${language}">${markup}</template>`;
  }
  return { html, css };
}
