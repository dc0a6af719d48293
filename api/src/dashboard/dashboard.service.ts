import type { Viewer } from '../auth/viewer.ts';
import { patientsList } from '../patients/patients.list.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import type { Context } from '../shared/context.ts';
import { countMatching } from '../shared/list.count.ts';
import type { ListSource } from '../shared/list.ts';
import { usersOf } from '../users/users.list.ts';
import { canListUsers } from '../users/users.policy.ts';
import type { Dashboard, DashboardCard } from './dashboard.types.ts';

type Card = Omit<DashboardCard, 'count' | 'countIsCapped'>;

const patients = (
  kind: Card['kind'],
  needsSomeone: boolean,
  field: 'attention' | 'compliance',
  value: string,
): Card => ({ kind, needsSomeone, list: 'patients', field, value });

const CARDS: readonly Card[] = [
  patients('settings_failed', true, 'attention', 'settings_failed'),
  patients('settings_waiting', true, 'attention', 'settings_waiting'),
  patients('silent', true, 'attention', 'silent'),
  patients('compliance_at_risk', true, 'compliance', 'at_risk'),
  { kind: 'invited', needsSomeone: true, list: 'users', field: 'active', value: '2' },
  patients('compliance_in_progress', false, 'compliance', 'in_progress'),
  patients('compliance_met', false, 'compliance', 'met'),
  patients('compliance_not_met', false, 'compliance', 'not_met'),
];

const LISTS: Record<Card['list'], { may: (viewer: Viewer) => boolean; source: (viewer: Viewer) => ListSource<never> }> =
  {
    patients: { may: canReadPatients, source: () => patientsList as ListSource<never> },
    users: { may: canListUsers, source: (viewer) => usersOf(viewer) as ListSource<never> },
  };

/** Returns the cards, each counted with the same filter as the list behind it. One statement per card. */
export async function readDashboard(ctx: Context): Promise<Dashboard> {
  const cards: DashboardCard[] = [];
  for (const card of CARDS) {
    const { may, source } = LISTS[card.list];
    if (!may(ctx.viewer)) continue;
    const { rows, isCapped } = await countMatching(ctx, source(ctx.viewer), {
      filters: [{ field: card.field, condition: 'equal', value: card.value }],
    });
    cards.push({ ...card, count: rows, countIsCapped: isCapped });
  }
  return { cards };
}
