import type { Viewer } from '../auth/viewer.ts';
import { patientsList } from '../patients/patients.list.ts';
import type { Context } from '../shared/context.ts';
import { countMatching, type ListDefinition } from '../shared/list.ts';
import { usersList } from '../users/users.list.ts';
import { canCountPatients, canCountUsers } from './dashboard.policy.ts';
import type { Dashboard, DashboardCard } from './dashboard.types.ts';

type Card = Omit<DashboardCard, 'count'>;

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

const LISTS: Record<
  Card['list'],
  { may: (viewer: Viewer) => boolean; definition: (viewer: Viewer) => ListDefinition<never> }
> = {
  patients: { may: canCountPatients, definition: () => patientsList as ListDefinition<never> },
  users: { may: canCountUsers, definition: (viewer) => usersList(viewer) as ListDefinition<never> },
};

/** Returns the cards, each counted with the same filter as the list behind it. One statement per card. */
export async function readDashboard({ em, viewer }: Context): Promise<Dashboard> {
  const cards: DashboardCard[] = [];
  for (const card of CARDS) {
    const { may, definition } = LISTS[card.list];
    if (!may(viewer)) continue;
    const count = await countMatching(em, definition(viewer), {
      filters: [{ field: card.field, condition: 'equal', value: card.value }],
    });
    cards.push({ ...card, count });
  }
  return { cards };
}
