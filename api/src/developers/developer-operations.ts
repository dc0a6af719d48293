import { getNamedType, type GraphQLField, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import { REST_NAMES } from '../activity/rest-names.ts';
import { matrix } from '../auth/matrix.ts';
import type { Operation } from '../auth/operation.ts';
import { SCOPES } from '../auth/scopes.ts';
import { operationOf } from '../rest/router.ts';
import { routes } from '../routes.ts';
import { escapeHtml } from '../shared/html.ts';
import { translate, type Locale, type MessageKey } from '../shared/messages.ts';

/** The field of GraphQL that does the same as a REST path, if there is one. */
export function twinOf(schema: GraphQLSchema, operation: string): { name: string; of: string; text: string } | null {
  const name = REST_NAMES[operation];
  if (name === undefined) return null;
  for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
    const field = type.getFields()[name];
    if (field) return { name, of: type.name, text: field.description ?? '' };
  }
  return null;
}

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
/** The schema is in English on every page. */
const english = (text: string) => `<p lang="en">${escapeHtml(text)}</p>`;

function factsOf(locale: Locale, { scope, cost, repeat, export: file }: Operation): string {
  const scopes =
    typeof scope === 'string'
      ? translate(locale, 'developers.any_scope')
      : scope.map(code).join(` ${translate(locale, 'developers.or')} `);
  const facts = [
    `${translate(locale, 'developers.scope')}: ${scopes}`,
    `${translate(locale, 'developers.points')}: ${cost}`,
    ...(repeat === 'once' ? [translate(locale, 'developers.once')] : []),
    ...(file ? [translate(locale, 'developers.file')] : []),
  ];
  return `<p class="facts">${facts.join(' · ')}</p>`;
}

const isOpen = (operation: string): boolean => matrix[operation]!.scope !== 'none';

const signature = ({ name, args, type }: GraphQLField<unknown, unknown>): string => {
  const taken = args.map((arg) => `${arg.name}: ${arg.type}`).join(', ');
  return `${name}${taken && `(${taken})`}: ${getNamedType(type).name}`;
};

/** Returns the operations of a root type that a token may call, each with its scopes and points of the matrix. */
export function operationsHtml(type: GraphQLObjectType, locale: Locale): string {
  return Object.values(type.getFields())
    .filter(({ name }) => isOpen(`${type.name}.${name}`))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map((field) => {
      const operation = `${type.name}.${field.name}`;
      const parts = [
        `<h3>${code(field.name)}</h3>`,
        english(field.description ?? ''),
        `<p>${code(signature(field))}</p>`,
      ];
      return `<section id="${operation}">${parts.join('')}${factsOf(locale, matrix[operation]!)}</section>`;
    })
    .join('\n');
}

/** Returns the REST paths that a token may call. */
export function routesHtml(schema: GraphQLSchema, locale: Locale): string {
  return routes
    .filter((route) => isOpen(operationOf(route)))
    .toSorted((one, other) => (`${one.path} ${one.method}` < `${other.path} ${other.method}` ? -1 : 1))
    .map((route) => {
      const operation = operationOf(route);
      const twin = twinOf(schema, operation);
      const link = twin && `<a href="/developers/operations#${twin.of}.${twin.name}">${twin.name}</a>`;
      const same =
        twin && isOpen(`${twin.of}.${twin.name}`) ? `<p>${translate(locale, 'developers.as')} ${link}</p>` : '';
      const text = twin ? english(twin.text) : '';
      return `<section><h2>${code(operation)}</h2>${text}${same}${factsOf(locale, matrix[operation]!)}</section>`;
    })
    .join('\n');
}

/** Returns the scopes with what they permit. */
export function scopesHtml(locale: Locale): string {
  const items = SCOPES.map(
    (scope) => `<dt>${code(scope)}</dt><dd>${escapeHtml(translate(locale, `scope.${scope}` as MessageKey))}</dd>`,
  );
  return `<dl>${items.join('\n')}</dl>`;
}
