import { queryOf, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import { readPage } from '../shared/list-page.ts';
import { definitionOf, ListRead } from '../shared/list.ts';
import type { MessageKey } from '../shared/messages.ts';
import { rowId } from '../shared/node.ts';
import { UserAccount } from './user-account.entity.ts';
import { userListOf } from './users.service.ts';

/** Users of one act on several. */
const MAX_SELECTED = 500;

/** Users by their ids, or all that match the search and filter of a list. */
export interface UserSelection {
  userIds?: readonly string[] | null;
  matching?: (Pick<ListArgs, 'search' | 'where'> & { orgId?: string | null }) | null;
}

/** What became of one user of an act on several; null: it was done. */
export interface UserOutcomeFacts {
  account: UserAccount;
  refused: MessageKey | null;
}

/**
 * Returns the accounts of a selection, by e-mail address. Users that the viewer may not see are left out. Refuses a
 * selection of more than 500 users, an empty one, and one of both kinds.
 */
export async function selectedAccounts(ctx: Context, { userIds, matching }: UserSelection): Promise<UserAccount[]> {
  if ((userIds == null) === (matching == null)) throw refusalOf('selection', 'invalid');
  const list = await userListOf(ctx, matching?.orgId);
  if (matching) {
    const { search, where } = matching;
    const query = queryOf(definitionOf(ctx, list), { search, where });
    const accounts = await readPage(new ListRead(ctx, list, query), MAX_SELECTED + 1, 0);
    if (accounts.length > MAX_SELECTED) throw refusalOf('selection', 'users.too_many', { max: MAX_SELECTED });
    return accounts;
  }
  if (userIds!.length === 0) throw refusalOf('selection', 'required');
  const ids = [...new Set(userIds!.map((id) => rowId('User', id)))];
  return ctx.em.find(UserAccount, { $and: [{ id: { $in: ids } }, ...('list' in list ? [list.within] : [])] } as never, {
    orderBy: { email: 'asc', id: 'asc' },
  });
}
