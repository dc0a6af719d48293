import { charge } from '../auth/budget.ts';
import { showingConflict } from '../rest/conflict.ts';
import { csvPiece } from '../rest/csv.ts';
import { pageUrl, placeOf, queryText, tokenOf } from '../rest/datatable-query.ts';
import { assertFilesLeft, authorizeExport, exportFile, wantsFile } from '../rest/export.ts';
import { paginator } from '../rest/paginator.ts';
import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput, NotFound, renameRefusals } from '../shared/errors.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import type { FollowUpDecision } from './follow-up-decision.entity.ts';
import type { FollowUpRow } from './follow-ups.reads.ts';
import type { FollowUpFilter } from './follow-ups-sources.ts';
import { FOLLOW_UP_ASSIGNED, FOLLOW_UP_REASONS, FOLLOW_UP_STATES } from './follow-ups.rules.ts';
import {
  checkAssign,
  checkComplete,
  checkReopen,
  checkSnooze,
  countsOf,
  decide,
  everyFollowUp,
  findDecision,
  followUpOf,
  followUpsPage,
  type CheckedAct,
  type Named,
} from './follow-ups.service.ts';
import { FILE_COLUMNS, followUpRowToRest } from './follow-ups.wire.ts';

/** Returns the value of a query parameter from a closed set; null without one. Refuses another value. */
function chosen<T extends string>(name: string, value: string, from: readonly T[]): T | null {
  if (value !== '' && !from.includes(value as T)) throw refusalOf(name, 'list.filter');
  return (value || null) as T | null;
}

/** Returns `state`, `reasons=silent,icode_call` and `assigned` of a request. Refuses other values. */
function filterOf({ query }: RestRequest): FollowUpFilter {
  const reasons = queryText(query.reasons).split(',').filter(Boolean);
  return {
    state: chosen('state', queryText(query.state), FOLLOW_UP_STATES) ?? 'open',
    reasons: reasons.length > 0 ? reasons.map((reason) => chosen('reasons', reason, FOLLOW_UP_REASONS)!) : null,
    assigned: chosen('assigned', queryText(query.assigned), FOLLOW_UP_ASSIGNED),
  };
}

const shownRows = (ctx: Context, rows: readonly FollowUpRow[]) => ctx.shows(rows.map(({ patientId }) => patientId));

async function file(ctx: Context, request: RestRequest, filter: FollowUpFilter): Promise<Reply> {
  authorizeExport(ctx, request);
  await assertFilesLeft(ctx, request);
  const rows = await everyFollowUp(ctx, filter);
  const lines = await Promise.all(rows.map((row) => Promise.all(FILE_COLUMNS.map(([, value]) => value(ctx, row)))));
  const titles = FILE_COLUMNS.map(([title]) => title);
  return exportFile(ctx, request, {
    titles,
    rows: rows.length,
    pieces: [csvPiece(ctx, lines)],
    selection: { ...filter },
  });
}

/** Returns the follow-up that a path names, with the version of the body. */
function named({ params, body }: RestRequest): Named {
  const reason = FOLLOW_UP_REASONS.find((one) => one === params.reason);
  if (!reason) throw new NotFound();
  const { version } = body;
  if (version != null && typeof version !== 'number' && typeof version !== 'string')
    throw new InvalidInput([{ field: 'version', code: 'invalid', message: 'invalid' }]);
  return { patientId: params.patient!, reason, version: version == null ? null : String(version) };
}

/** Names of the fields in REST bodies. */
const FIELDS: Record<string, string> = { userId: 'user_id', lookAgainOn: 'look_again_on' };

/** Returns the follow-up after an act; null when its reason no longer holds. */
async function followUpToRest(ctx: Context, decision: FollowUpDecision) {
  const followUp = await followUpOf(ctx, decision);
  return followUp && followUpRowToRest(ctx, followUp.row);
}

const reply = async (ctx: Context, decision: FollowUpDecision): Promise<Reply> => ({
  body: { data: await followUpToRest(ctx, decision) },
  subject: decision.id,
});

const PATH = '/api/follow-ups/{patient}/{reason}';

const renamed = <T>(ctx: Context, work: () => Promise<T>): Promise<T> =>
  renameRefusals(
    () => showingConflict(work, async (decision: FollowUpDecision | null) => decision && followUpToRest(ctx, decision)),
    (refusal) => ({ ...refusal, field: FIELDS[refusal.field] ?? refusal.field }),
  );

const act = (
  name: string,
  check: (ctx: Context, named: Named, request: RestRequest) => Promise<CheckedAct>,
): Route => ({
  method: 'POST',
  path: `${PATH}/${name}`,
  check: (ctx, request) => renamed(ctx, async () => check(ctx, named(request), request)),
  handler: (ctx, request) =>
    renamed(ctx, async () => reply(ctx, await decide(ctx, await check(ctx, named(request), request)))),
  again: async (ctx, id) => reply(ctx, await findDecision(ctx, id)),
});

/** Returns the user of a body: an id, or null for no one. */
function userOf({ body: { user_id: id } }: RestRequest): string | null {
  if (id === undefined) throw new InvalidInput([{ field: 'userId', code: 'required', message: 'required' }]);
  if (id !== null && typeof id !== 'number' && typeof id !== 'string')
    throw new InvalidInput([{ field: 'userId', code: 'invalid', message: 'invalid' }]);
  return id === null ? null : String(id);
}

export const followUpsRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/follow-ups',
    handler: async (ctx, request) => {
      const filter = filterOf(request);
      if (wantsFile(request)) return file(ctx, request, filter);
      const place = placeOf(request.query);
      const { rows, cursor } = await followUpsPage(ctx, filter, place);
      shownRows(ctx, rows);
      await charge(ctx, rows.length);
      const counts = countsOf(ctx, filter);
      const address = new URL('/api/follow-ups', request.origin);
      return {
        body: paginator(
          await Promise.all(rows.map((row) => followUpRowToRest(ctx, row))),
          {
            ...place,
            matching: await counts.matching(),
            all: await counts.all(),
            next: cursor && tokenOf(place.skipped + rows.length, cursor),
          },
          (to) => pageUrl(address, request.query, to),
        ),
      };
    },
  },
  act('assign', (ctx, input, request) => checkAssign(ctx, { ...input, userId: userOf(request) })),
  act('done', (ctx, input, { body: { outcome, note, look_again_on: lookAgainOn } }) =>
    checkComplete(ctx, { ...input, outcome, note, lookAgainOn }),
  ),
  act('reopen', (ctx, input) => checkReopen(ctx, input)),
  act('snooze', (ctx, input, { body: { until, note } }) => checkSnooze(ctx, { ...input, until, note })),
];
