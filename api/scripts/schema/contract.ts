import { CriticalityLevel, diff } from '@graphql-inspector/core';
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
} from 'graphql';
import { daysBetween } from '../../src/shared/dates.ts';

/** How long clients have to leave what is deprecated. */
const NOTICE_DAYS = 90;

/** What the GraphQL API was in the last release, is now, and what the changelog says of it. */
export interface Contract {
  /** schema.released.graphql */
  released: string;
  /** schema.graphql */
  current: string;
  /** CHANGELOG.md */
  changelog: string;
  /** The day of the check, YYYY-MM-DD. */
  today: string;
}

/**
 * Returns one line for each change that breaks clients of the last release and has no excuse: what goes was deprecated
 * there for 90 days (`@deprecated(reason: "… Since 2026-08-01 …")`), or an item of "Before you update" in the newest version
 * of the changelog names it, such as `Patient.created`. Additions, descriptions and changes that are safe have no line.
 */
export async function contractFaults({ released, current, changelog, today }: Contract): Promise<string[]> {
  const before = buildSchema(released);
  const changes = await diff(before, buildSchema(current));
  const named = namedIn(changelog);
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .filter(({ path = '' }) => !named.has(path) && !isOver(noticeOf(before, path), today))
    .map(
      ({ path = '', message }) =>
        `${path}: ${message}. Deprecate it, and remove it ${NOTICE_DAYS} days after a release that says "Since YYYY-MM-DD" ` +
        `in its reason, or name \`${path}\` under "Before you update" in CHANGELOG.md and say why it breaks.`,
    );
}

/** Returns what stands between backticks in the items of "Before you update" of the newest version. */
function namedIn(changelog: string): Set<string> {
  const [, newest = ''] = changelog.split(/^## /m);
  const part = newest.split(/^### /m).find((text) => text.startsWith('Before you update\n')) ?? '';
  return new Set([...part.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
}

/** Returns the day since which a path such as `Patient.created` or `Query.patients.first` is deprecated, or undefined. */
function noticeOf(schema: GraphQLSchema, path: string): string | undefined {
  const [typeName = '', name = '', argument] = path.split('.');
  const type = schema.getType(typeName);
  if (isEnumType(type)) return dayOf(type.getValue(name)?.deprecationReason);
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return undefined;
  const field: GraphQLField<unknown, unknown> | GraphQLInputField | undefined = type.getFields()[name];
  const ofField = dayOf(field?.deprecationReason);
  if (ofField || !argument || !field || !('args' in field)) return ofField;
  return dayOf(field.args.find((one) => one.name === argument)?.deprecationReason);
}

const dayOf = (reason: string | null | undefined): string | undefined =>
  /\bsince (\d{4}-\d{2}-\d{2})\b/i.exec(reason ?? '')?.[1];

const isOver = (since: string | undefined, today: string): boolean =>
  since !== undefined && daysBetween(since, today) >= NOTICE_DAYS;
