import type { FilterQuery } from '@mikro-orm/core';
import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import type { Where } from '../shared/list-where.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import type { MessageKey } from '../shared/messages.ts';
import { datesOf, timesOf } from './fhir-times.ts';

/** What one value of a parameter asks of a row of the list. */
export interface Condition {
  where?: Where;
  within?: FilterQuery<object>;
}

/** A parameter by which a resource is searched. */
export interface SearchParameter {
  name: string;
  type: 'date' | 'reference' | 'string' | 'token';
  /** What it compares, for the CapabilityStatement. */
  text: string;
  modifiers?: readonly string[];
  /** Returns what one value asks of a row; refuses a value that it does not have. */
  condition: (ctx: Context, value: Value) => Condition | Promise<Condition>;
}

export interface Value {
  text: string;
  modifier: string | undefined;
  /** Name of the parameter as the request has it. */
  name: string;
}

/** No row has it: it is no fault of a search to find nothing. */
export const NONE: Condition = { where: { or: [] } };

const ID = /^\d{1,9}$/;

/** Returns the integer of an id of a resource; null for any other text, which is the id of none. */
export const idOf = (text: string): number | null => (ID.test(text) ? Number(text) : null);

/** Returns the refusal of a value of a parameter. */
export const refusedValue = (name: string, message: MessageKey) => refusalOf(name, message, { parameter: name });

/** `_id`: an integer id of the list. */
export const byId: SearchParameter = {
  name: '_id',
  type: 'token',
  text: 'Id of the resource.',
  condition: (_ctx, { text }) => (idOf(text) === null ? NONE : { where: { databaseId: { equal: idOf(text) } } }),
};

/** Compares the beginning of texts, or with `:contains` any part, without case and accents. */
export const byText = (name: string, text: string, ...columns: string[]): SearchParameter => ({
  name,
  type: 'string',
  text,
  modifiers: ['contains'],
  condition: (_ctx, { text: value, modifier }) => {
    const some = columns.map((column) => ({ [column]: { [modifier ? 'contain' : 'startWith']: value } }));
    return { where: some.length === 1 ? some[0]! : { or: some } };
  },
});

/** Returns the condition on a column of dates: equality, a month, a year, or a comparison. */
export function onDate(column: string, { name, text }: Value): Condition {
  const span = datesOf(text);
  if (!span) throw refusedValue(name, 'fhir.date');
  const { prefix, start, end } = span;
  const before = { lessThan: start };
  const after = { greaterThan: addDays(end, -1) };
  const since = { greaterThan: addDays(start, -1) };
  const within = addDays(start, 1) === end ? { equal: start } : { ...since, lessThan: end };
  const is = { eq: within, gt: after, sa: after, ge: since, lt: before, eb: before, le: { lessThan: end }, ne: null };
  const condition = is[prefix];
  return { where: condition ? { [column]: condition } : { or: [{ [column]: before }, { [column]: after }] } };
}

/** Returns the condition on a property that is a time. */
function onTime(ctx: Context, property: string, { name, text }: Value): Condition {
  const span = timesOf(text, ctx.timezone);
  if (!span) throw refusedValue(name, 'fhir.time');
  const { prefix, start, end } = span;
  const [before, after] = [{ [property]: { $lt: start } }, { [property]: { $gte: end } }];
  const since = { [property]: { $gte: start } };
  const until = { [property]: { $lt: end } };
  const is = { eq: { $and: [since, until] }, gt: after, sa: after, ge: since, lt: before, eb: before, le: until };
  return { within: prefix === 'ne' ? { $or: [before, after] } : is[prefix] };
}

/** `_lastUpdated` and `_since`: by the property that has the time of the last change. */
export const byTime = (property: string, text: string): SearchParameter[] => [
  { name: '_lastUpdated', type: 'date', text, condition: (ctx, value) => onTime(ctx, property, value) },
  {
    name: '_since',
    type: 'date',
    text: `${text} At or after this one, as _lastUpdated=ge.`,
    condition: (ctx, value) => onTime(ctx, property, { ...value, text: `ge${value.text}` }),
  },
];

/** A code or an identifier of a search: `system|value`, `|value` without a system, or a value of any system. */
export function tokenOf(text: string): { system: string | null | undefined; value: string } {
  const bar = text.indexOf('|');
  if (bar < 0) return { system: undefined, value: text };
  return { system: text.slice(0, bar) || null, value: text.slice(bar + 1) };
}

/** Returns the id of a reference to a resource of a type: `Patient/123`, its address, or the id alone. Refuses any other. */
export function referenceTo(type: string, { name, text }: Value): number {
  const [, id] = new RegExp(`^(?:(?:https?://[^/]+/fhir/r4/)?${type}/)?(\\d{1,9})$`).exec(text) ?? [];
  if (id === undefined) throw refusedValue(name, 'fhir.reference');
  return Number(id);
}
