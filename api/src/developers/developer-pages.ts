import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type GraphQLSchema } from 'graphql';
import { ACCESS_TOKEN_SECONDS, REQUESTS_PER_MINUTE } from '../credentials/oauth-token.service.ts';
import { assertAffordable, MAX_ALIASES, MAX_DEPTH, MAX_TOKENS } from '../graphql/limits.ts';
import { ROW } from '../rest/datatable.ts';
import { DEFAULT_SIZE } from '../shared/connection.ts';
import type { App } from '../shared/context.ts';
import { escapeHtml } from '../shared/html.ts';
import { COMPUTED, CONDITION, COUNT, MAX_COST } from '../shared/list-price.ts';
import type { Locale } from '../shared/messages.ts';
import { MAX_LIST_DAYS } from '../usage/nights.service.ts';
import { release } from '../version.ts';
import { operationsHtml, routesHtml, scopesHtml } from './developer-operations.ts';
import { STYLE } from './developer-style.ts';
import { refusalsHtml } from './refusal-codes.ts';

/** The pages in the order of their navigation; the first is at /developers. */
export const PAGES = [
  'start',
  'accounts',
  'operations',
  'rest',
  'fhir',
  'requests',
  'bulk',
  'sync',
  'webhooks',
  'errors',
  'changes',
] as const;
type PageName = (typeof PAGES)[number];

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');
const guide = (name: string, locale: Locale): string => read(`guides/${name}.${locale}.html`);
const snippet = (file: string): string =>
  `<pre tabindex="0"><code>${escapeHtml(read(`snippets/${file}`).trimEnd())}</code></pre>`;
const titleOf = (html: string): string => /<h1>(.*?)<\/h1>/.exec(html)![1]!;

/** Fills in `{{name}}`; throws for a name without a value, so that a guide with a wrong one is not served. */
function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)(?: ([\w.-]+))?\}\}/g, (_all, name: string, file?: string) => {
    if (name === 'snippet') return snippet(file!);
    const value = values[name];
    if (value === undefined) throw new Error(`The guides have no value ${name}.`);
    return value;
  });
}

const FIRST = '{ patients(first: 1) { totalCount } }';
const EXAMPLE = '{ patients(first: 100) { edges { node { lastName } } totalCount } }';

/** Returns what the guides say in figures: from the code that applies them. */
function figures({ config }: App, schema: GraphQLSchema): Record<string, string> {
  const cost = (query: string) => assertAffordable(schema, parse(query), undefined, {});
  const numbers = {
    points: config.tokenPointsPerHour,
    maxCost: MAX_COST,
    maxTokens: MAX_TOKENS,
    maxDepth: MAX_DEPTH,
    maxAliases: MAX_ALIASES,
    defaultPage: DEFAULT_SIZE,
    row: ROW,
    condition: CONDITION,
    computed: COMPUTED,
    count: COUNT,
    tokenMinutes: ACCESS_TOKEN_SECONDS / 60,
    tokenRequests: REQUESTS_PER_MINUTE,
    exampleCost: cost(EXAMPLE),
    firstCost: cost(FIRST),
    nightDays: MAX_LIST_DAYS,
  };
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, value.toLocaleString('en-US')]));
}

function navigation(current: PageName, locale: Locale): string {
  return PAGES.map((name) => {
    const href = name === 'start' ? '/developers' : `/developers/${name}`;
    return `<a href="${href}?lang=${locale}"${name === current ? ' aria-current="page"' : ''}>${titleOf(guide(name, locale))}</a>`;
  }).join('\n');
}

/** Returns the text of a page for an address of the portal. What does not depend on the address is made once. */
export function developerPage(app: App, schema: GraphQLSchema) {
  const made = new Map<string, string>();
  const make = (name: PageName, locale: Locale): string => {
    const content = guide(name, locale);
    const values: Record<string, string> = {
      ...figures(app, schema),
      examplePage: escapeHtml(EXAMPLE),
      queries: operationsHtml(schema.getQueryType()!, locale),
      mutations: operationsHtml(schema.getMutationType()!, locale),
      subscriptions: operationsHtml(schema.getSubscriptionType()!, locale),
      routes: routesHtml(schema, locale),
      scopes: scopesHtml(locale),
      refusals: refusalsHtml(locale),
      // Of each request.
      origin: '{{origin}}',
      socket: '{{socket}}',
    };
    return filled(guide('layout', locale), {
      title: titleOf(content),
      portal: escapeHtml(app.config.portalName),
      pages: navigation(name, locale),
      style: `<style>${STYLE}</style>`,
      version: escapeHtml(release.version),
      content: filled(content, values),
    });
  };
  return (name: PageName, locale: Locale, origin: string): string => {
    const key = `${name}.${locale}`;
    const text = made.get(key) ?? make(name, locale);
    made.set(key, text);
    const address = escapeHtml(origin);
    return text.replaceAll('{{origin}}', () => address).replaceAll('{{socket}}', () => address.replace(/^http/, 'ws'));
  };
}
