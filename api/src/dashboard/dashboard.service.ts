import type { Viewer } from '../auth/viewer.ts';
import { idsInAttention, idsInCompliance } from '../patients/patients-attention.ts';
import { patientsList } from '../patients/patients.list.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import type { AttentionReason } from '../patients/patients-states.types.ts';
import { attentionOf } from '../patients/patients-triage.ts';
import type { Context } from '../shared/context.ts';
import { countMatching } from '../shared/list-count.ts';
import { readPage } from '../shared/list-page.ts';
import { ListRead, rowsById, type ListSource } from '../shared/list.ts';
import { usersOf } from '../users/users.list.ts';
import { canListUsers } from '../users/users.policy.ts';
import { usersOfAccounts } from '../users/users.service.ts';
import type { Dashboard, DashboardCard, DashboardCardKind, DashboardRow } from './dashboard.types.ts';

type Card = Omit<DashboardCard, 'count' | 'countIsCapped'>;

const patients = (
  kind: Card['kind'],
  needsSomeone: boolean,
  field: 'attention' | 'compliance',
  value: string,
): Card => ({ kind, needsSomeone, list: 'patients', field, value });

/** What is a reason of a follow-up has no card: the follow-ups lead the home page (decisions/127). */
const CARDS: readonly Card[] = [
  patients('settings_waiting', true, 'attention', 'settings_waiting'),
  patients('compliance_cannot_be_met', true, 'compliance', 'cannot_be_met'),
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

/** Rows of each card that needs attention, on the home page. */
const FIRST = 5;

/** Returns the first rows of the lists behind the cards that need attention, in the order of the cards. */
export async function firstRows(ctx: Context): Promise<DashboardRow[]> {
  return [...(await firstPatients(ctx)), ...(await firstUsers(ctx))];
}

/** SQL of the ids of the patients of a card. */
const idsOf = ({ field, value }: Card) => (field === 'attention' ? idsInAttention(value) : idsInCompliance(value));

/**
 * SQL of the first patients of each card that needs attention. Without `offset 0` the database would look for five
 * matching patients in the order of their ids, and read every patient of others where there are fewer.
 */
export const FIRST_PATIENTS = CARDS.filter(({ list, needsSomeone }) => list === 'patients' && needsSomeone)
  .map((card) => `(select '${card.kind}' as kind, id from (${idsOf(card)} offset 0) f order by id limit ${FIRST})`)
  .join(' union all ');

/**
 * The ids of all cards are one statement, the patients another, and loaders read what the rows say of them. The kind of
 * a card of patients is their reason.
 */
async function firstPatients(ctx: Context): Promise<DashboardRow[]> {
  if (!canReadPatients(ctx.viewer)) return [];
  const found = await ctx.em.execute<{ kind: AttentionReason & DashboardCardKind; id: number }[]>(FIRST_PATIENTS);
  const patients = await rowsById(ctx, patientsList, found);
  const byId = new Map(patients.map((patient) => [patient.id, patient]));
  return Promise.all(
    found.map(async ({ kind, id }) => {
      const patient = byId.get(id)!;
      return { kind, patient, attention: await attentionOf(ctx, patient, kind), user: null };
    }),
  );
}

async function firstUsers(ctx: Context): Promise<DashboardRow[]> {
  const card = CARDS.find(({ list }) => list === 'users')!;
  if (!LISTS.users.may(ctx.viewer)) return [];
  const read = new ListRead(ctx, usersOf(ctx.viewer), { filters: [filterOf(card)] });
  const accounts = await readPage(read, FIRST, 0);
  const users = await usersOfAccounts(ctx, accounts);
  return users.map((user) => ({ kind: card.kind, patient: null, attention: null, user }));
}

const filterOf = ({ field, value }: Card) => ({ field, condition: 'equal', value });

/** Returns the cards, each counted with the same filter as the list behind it. One statement per card. */
export async function readDashboard(ctx: Context): Promise<Pick<Dashboard, 'cards'>> {
  const cards: DashboardCard[] = [];
  for (const card of CARDS) {
    const { may, source } = LISTS[card.list];
    if (!may(ctx.viewer)) continue;
    const { rows, isCapped } = await countMatching(
      new ListRead(ctx, source(ctx.viewer), { filters: [filterOf(card)] }),
    );
    cards.push({ ...card, count: rows, countIsCapped: isCapped });
  }
  return { cards };
}
