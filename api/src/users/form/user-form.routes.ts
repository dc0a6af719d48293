import { checkResendUserInvitation, resendUserInvitation } from '../../account/invitations.service.ts';
import { changeOwnPassword, checkChangeOwnPassword } from '../../account/passwords.service.ts';
import { assertFresh } from '../../auth/authorize.ts';
import type { Reply, RestRequest, Route } from '../../rest/route.ts';
import type { Context } from '../../shared/context.ts';
import { NotFound, refuse } from '../../shared/errors.ts';
import { flagOf } from '../../shared/flag.ts';
import { translate } from '../../shared/messages.ts';
import { rowId } from '../../shared/node.ts';
import { checkSetUserActive, setUserActive } from '../acts/set-user-active.service.ts';
import { checkUnlockUser, unlockUser } from '../acts/unlock-user.service.ts';
import { findUserPage } from '../user-page.service.ts';
import {
  checkCreateUser,
  checkSentWithActive,
  checkUpdateUser,
  createUser,
  findEditableUser,
  findReadableUser,
  newUserForm,
  updateUser,
} from './user-form.service.ts';
import {
  activeIn,
  documentedUser,
  userFieldsFromRest,
  userFromRest,
  passwordIn,
  refuseForeignUserFields,
  typeToRest,
  userToRest,
} from './user-form.wire.ts';

const reply = async (ctx: Context, id: number, status = 200): Promise<Reply> => ({
  status,
  body: { data: await userToRest(ctx, await findReadableUser(ctx, id)) },
  subject: id,
});

/** Returns the organization of a new user in a body; null for the viewer's own. */
const organizationIn = ({ body }: RestRequest) => {
  const id = body.org_id as string | number | null | undefined;
  return id === undefined || id === null || id === '' ? null : rowId('Organization', id);
};

const creating = async (ctx: Context, request: RestRequest) => {
  refuseForeignUserFields(request.body, null);
  return [organizationIn(request), await userFromRest(ctx, request.body)] as const;
};

/** Returns the id of the edited user: in the path or in the body. */
function idIn({ params, body }: Pick<RestRequest, 'params' | 'body'>): string {
  const sent = params.id ?? (body.id as string | number | null | undefined);
  if (sent === undefined || sent === null) throw new NotFound();
  return String(sent);
}

/** Returns the edited user, whose id is in the path or in the body, and the input. */
const updating = async (ctx: Context, { params, body }: RestRequest) => {
  const id = rowId('User', idIn({ params, body }));
  const account = await findEditableUser(ctx, id);
  const input = await userFromRest(ctx, body);
  // An older version is refused as such, and not at what other operations have changed since.
  if (input.version == null || input.version === account.version)
    refuseForeignUserFields(body, await userToRest(ctx, account));
  return [id, input] as const;
};

const update = (path: string): Route => ({
  method: 'PATCH',
  path,
  check: (ctx, request, only) =>
    documentedUser(async (): Promise<unknown> => {
      const password = passwordIn(request.body);
      if (password) return checkPassword(ctx, idIn(request), password, userFieldsFromRest(only));
      const act = await actOf(ctx, request);
      if (act) return act.check(ctx, idIn(request));
      return checkUpdateUser(ctx, ...(await updating(ctx, request)), userFieldsFromRest(only));
    }),
  handler: async (ctx, request) => {
    const password = passwordIn(request.body);
    if (password) return savePassword(ctx, idIn(request), password);
    const { id } = await documentedUser(async () => {
      const act = await actOf(ctx, request);
      const input = act ? null : await updating(ctx, request);
      assertFresh(ctx, act ? act.is : 'Mutation.updateUser');
      return input ? updateUser(ctx, ...input) : act!.run(ctx, idIn(request));
    });
    return reply(ctx, id);
  },
  again: (ctx, id) => reply(ctx, id),
});

/** A password is saved alone, and by its user: an administrator starts a reset and never learns one (requirement A-10). */
async function savePassword(ctx: Context, id: string, password: Record<string, unknown>): Promise<Reply> {
  assertOwn(ctx, id);
  await documentedUser(() => changeOwnPassword(ctx, password));
  return { body: { message: translate(ctx.locale, 'password.updated') }, subject: ctx.viewer.userId };
}

/** Checks a password that is sent alone, without saving it. */
async function checkPassword(ctx: Context, id: string, password: object, only: string[] | undefined): Promise<void> {
  assertOwn(ctx, id);
  await checkChangeOwnPassword(ctx, password, only);
}

function assertOwn({ viewer }: Context, id: string): void {
  if (rowId('User', id) !== viewer.userId)
    refuse([{ field: 'password', code: 'user.password_of_other', message: 'user.password_of_other' }]);
}

interface Act {
  /** The same act in GraphQL. */
  is: `Mutation.${string}`;
  /** Runs every check of `run` without writing. */
  check: (ctx: Context, id: string) => Promise<unknown>;
  run: (ctx: Context, id: string) => Promise<{ id: number }>;
}

/** Acts that the page sends as a flag on the user object; nothing else of the object is stored with them. */
const FLAGS: Record<string, Act> = {
  resend_email: { is: 'Mutation.resendUserInvitations', check: checkResendUserInvitation, run: resendUserInvitation },
  unlock: { is: 'Mutation.unlockUser', check: checkUnlockUser, run: unlockUser },
};

/**
 * Returns the act of a flag, or of an `active` that is not the user's of now; undefined for a change of the form. Throws
 * Conflict for an `active` of an older version, and refuses one that is sent with another change.
 */
async function actOf(ctx: Context, request: RestRequest): Promise<Act | undefined> {
  const { body } = request;
  const flagged = Object.entries(FLAGS).find(([flag]) => flagOf(body[flag]));
  if (flagged) return flagged[1];
  const active = activeIn(body);
  if (active === null) return undefined;
  const id = rowId('User', idIn(request));
  if ((await findReadableUser(ctx, id)).active === active) return undefined;
  const account = await checkSentWithActive(ctx, id, await userFromRest(ctx, body));
  refuseForeignUserFields(body, await userToRest(ctx, account));
  return {
    is: 'Mutation.setUserActive',
    check: (_, user) => checkSetUserActive(ctx, user, active),
    run: (_, user) => setUserActive(ctx, user, active),
  };
}

/** The documented paths that read, create and change a user. */
export const userFormRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/users/{id}',
    handler: async (ctx, { params }) => ({ body: (await reply(ctx, (await findUserPage(ctx, params.id!)).id)).body }),
  },
  {
    method: 'POST',
    path: '/api/users',
    check: (ctx, request, only) =>
      documentedUser(async () => checkCreateUser(ctx, ...(await creating(ctx, request)), userFieldsFromRest(only))),
    handler: async (ctx, request) => {
      const { id } = await documentedUser(async () => createUser(ctx, ...(await creating(ctx, request))));
      return reply(ctx, id, 201);
    },
    again: (ctx, id) => reply(ctx, id, 201),
  },
  update('/api/users'),
  update('/api/users/{id}'),
  {
    method: 'GET',
    path: '/api/user-types/{id}',
    handler: async (ctx, { params, query }) => {
      const { options } = await newUserForm(ctx, rowId('Organization', params.id!));
      const { name } = query;
      return {
        body: options.userTypes.filter((type) => typeof name !== 'string' || !name || type === name).map(typeToRest),
      };
    },
  },
];
