import { charge } from '../auth/budget.ts';
import { csvPiece } from '../rest/csv.ts';
import { pageUrl, placeOf, queryText, tokenOf } from '../rest/datatable-query.ts';
import { exportFile, wantsFile } from '../rest/export.ts';
import { paginator } from '../rest/paginator.ts';
import type { RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import type { MessageKey } from '../shared/messages.ts';
import { rowId } from '../shared/node.ts';
import { isCalendarDate } from '../shared/text.rules.ts';
import type { FactRow } from './timeline.reads.ts';
import { FACT_KINDS, type FactKind } from './timeline.rules.ts';
import { everyFact, factsPage, serialOfFact, type Chosen } from './timeline.service.ts';
import { describeFact } from './timeline.texts.ts';

function dateOf(name: 'startDate' | 'endDate', { query }: RestRequest): string | null {
  const date = queryText(query[name]);
  if (date !== '' && !isCalendarDate(date)) throw refusalOf(name, 'date.invalid');
  return date || null;
}

/** Returns kinds (`kinds=card_read,code_read`) and days of a request. Refuses another kind and what is no date. */
function chosenOf(request: RestRequest): Chosen {
  const kinds = queryText(request.query.kinds).split(',').filter(Boolean);
  if (kinds.some((kind) => !FACT_KINDS.includes(kind as FactKind))) throw refusalOf('kinds', 'list.filter');
  return {
    kinds: kinds.length > 0 ? (kinds as FactKind[]) : null,
    from: dateOf('startDate', request),
    to: dateOf('endDate', request),
  };
}

const COLUMNS: [title: MessageKey, value: (ctx: Context, fact: FactRow) => unknown][] = [
  ['timeline.csv.recorded', (_ctx, { recordedAt }) => recordedAt],
  ['timeline.csv.kind', (_ctx, { kind }) => kind],
  ['timeline.csv.description', (ctx, fact) => describeFact(ctx.locale, fact)],
  ['timeline.csv.valid_from', (_ctx, { validFrom }) => validFrom],
  ['timeline.csv.valid_to', (_ctx, { validTo }) => validTo],
  ['timeline.csv.serial', serialOfFact],
  ['timeline.csv.actor', (_ctx, { actor }) => actor],
  ['timeline.csv.reason', (_ctx, { reason }) => reason],
  ['timeline.csv.details', (_ctx, { details }) => JSON.stringify(details)],
];

const toRest = async (ctx: Context, fact: FactRow) => ({
  id: fact.id,
  kind: fact.kind,
  description: describeFact(ctx.locale, fact),
  recorded: fact.recordedAt,
  valid_from: fact.validFrom,
  valid_to: fact.validTo,
  serial: await serialOfFact(ctx, fact),
  actor: fact.actor,
  reason: fact.reason,
  details: fact.details,
});

const PATH = '/api/patients/{id}/timeline';

export const timelineRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: async (ctx, request) => {
      const patientId = rowId('Patient', request.params.id!);
      const chosen = chosenOf(request);
      if (wantsFile(request)) {
        const rows = await everyFact(ctx, patientId, chosen);
        const lines = await Promise.all(rows.map((fact) => Promise.all(COLUMNS.map(([, value]) => value(ctx, fact)))));
        const titles = COLUMNS.map(([title]) => title);
        return exportFile(ctx, request, { titles, rows: rows.length, pieces: [csvPiece(ctx, lines)] });
      }
      const place = placeOf(request.query);
      const { rows, cursor, matching, all } = await factsPage(ctx, patientId, chosen, place);
      await charge(ctx, rows.length);
      const address = new URL(PATH.replace('{id}', request.params.id!), request.origin);
      const counted = (facts: number) => ({ rows: facts, isCapped: false });
      return {
        body: paginator(
          await Promise.all(rows.map((fact) => toRest(ctx, fact))),
          {
            ...place,
            matching: counted(matching),
            all: counted(all),
            next: cursor && tokenOf(place.skipped + rows.length, cursor),
          },
          (to) => pageUrl(address, request.query, to),
        ),
      };
    },
  },
];
