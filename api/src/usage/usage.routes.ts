import { charge } from '../auth/budget.ts';
import type { Route } from '../rest/route.ts';
import { renameRefusals } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { correctedOf, listNights, serialOfNight } from './usage.service.ts';
import { nightToRest } from './usage.wire.ts';

const PARAMETERS: Record<string, string> = { from: 'startDate', to: 'endDate' };
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export const usageRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/patients/{id}/usage',
    handler: async (ctx, { params, query }) => {
      const range = { from: text(query.startDate)!, to: text(query.endDate)! };
      const nights = await renameRefusals(
        () => listNights(ctx, rowId('Patient', params.id!), range),
        (refusal) => ({ ...refusal, field: PARAMETERS[refusal.field] ?? refusal.field }),
      );
      await charge(ctx, nights.length);
      const total = nights.length;
      const data = await Promise.all(nights.map(async (night) => nightToRest(night, await serialOfNight(ctx, night))));
      // All rows are one page of the documented table: a range is limited by its days.
      const page = { from: total === 0 ? null : 1, to: total === 0 ? null : total };
      const links = { next_token: null, next_page_url: null, prev_page_url: null };
      return { body: { data, total, ...page, ...links, corrected: correctedOf(nights) } };
    },
  },
];
