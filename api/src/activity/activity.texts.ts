import type { Context } from '../shared/context.ts';
import { hasMessage, translate, type MessageKey, type MessageValues } from '../shared/messages.ts';
import type { ActivityLine } from './activity-line.entity.ts';
import { subjectsOf, type Details } from './activity-subjects.ts';
import { filedProperties } from './activity.service.ts';
import { REST_NAMES } from './rest-names.ts';

/** Returns the words of an operation's name: `createLoanerPool` is "create loaner pool". A REST path stays as it is. */
const wordsOf = (name: string): string =>
  name.includes('/') ? name : name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** Returns the name of an operation, under which its sentence is in the texts. */
export const nameOfOperation = (operation: string): string =>
  REST_NAMES[operation] ?? operation.replace(/^(Query|Mutation|Subscription|Job|Command)\./, '');

/** Returns the key of an act: of one that sets something, the key of what it set, where there is one. */
function actKeyOf(name: string, { changes }: Details): MessageKey | null {
  const [pair] = changes && typeof changes === 'object' ? (Object.values(changes) as unknown[]) : [];
  const after: unknown = Array.isArray(pair) ? pair[1] : pair;
  const keys = [`activity.act.${name}.${String(after)}`, `activity.act.${name}`];
  return keys.find(hasMessage) ?? null;
}

/** A text of an act has both forms of its verb: "[Created|create] a group". */
const verb = (text: string, form: 'past' | 'base'): string =>
  text.replace(/\[([^|\]]*)\|([^\]]*)\]/, form === 'past' ? '$1' : '$2');

/** Returns a sentence without the gap of a value that the line does not name. */
const closed = (text: string): string => text.replace(/ {2,}/g, ' ').trim();

/**
 * Returns what a user did as a sentence in the viewer's language, with the persons, organizations and devices by name.
 * Patients are named by their number, and not at all when the viewer may not see them.
 */
export async function describeActivity(ctx: Context, line: ActivityLine): Promise<string> {
  const details = await filedProperties(ctx, line);
  const { others, ...names } = await subjectsOf(ctx, line, details);
  const sentence = sentenceOf(ctx, line, { details, names });
  return others.length === 0 ? sentence : `${sentence} (${others.join(', ')})`;
}

function sentenceOf(
  { locale }: Context,
  { operation, outcome }: ActivityLine,
  { details, names }: { details: Details; names: MessageValues },
): string {
  const name = nameOfOperation(operation);
  const actKey = actKeyOf(name, details);
  const dataKey = `activity.data.${name}`;
  if (actKey) {
    const text = closed(translate(locale, actKey, names));
    if (outcome === 'done') return verb(text, 'past');
    const isShown = outcome === 'read' || outcome === 'exported';
    return translate(locale, isShown ? 'activity.read_of_act' : `activity.${outcome}`, { act: verb(text, 'base') });
  }
  const data = hasMessage(dataKey) ? translate(locale, dataKey) : wordsOf(name);
  if (outcome === 'done') return translate(locale, 'activity.done', { operation: data });
  if (outcome === 'read' || outcome === 'exported') return translate(locale, `activity.${outcome}`, { data });
  const act = hasMessage(dataKey)
    ? translate(locale, 'activity.read_act', { data })
    : translate(locale, 'activity.call', { operation: data });
  return translate(locale, `activity.${outcome}`, { act });
}
