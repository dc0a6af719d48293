import { createContext, use } from 'react';
import en from '../locales/en/graphiql.json';
import es from '../locales/es/graphiql.json';
import type { Language } from '../lib/language.ts';

export type Texts = typeof en;

/** The texts of the page. It has no i18next: they are few, and the language stays. */
export const textsOf = (language: Language): Texts => ({ en, es })[language];

export const TextsContext = createContext<Texts>(en);
export const useTexts = (): Texts => use(TextsContext);

/** Returns a text with its values in place of {{name}}. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
