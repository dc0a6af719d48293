import { translate, type Locale } from '../shared/messages.ts';
import type { ActivityLine } from './activity-line.entity.ts';

/** Returns the words of an operation's name: `Mutation.assignDevice` is "assign device". A REST path stays as it is. */
export const wordsOfOperation = (operation: string): string =>
  operation.includes('/')
    ? operation
    : operation
        .replace(/^(Query|Mutation|Subscription)\./, '')
        .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
        .toLowerCase();

/** Returns what a user did in one line, in the viewer's language. */
export const describeActivity = (locale: Locale, { operation, outcome }: ActivityLine): string =>
  translate(locale, `activity.${outcome}`, { operation: wordsOfOperation(operation) });
