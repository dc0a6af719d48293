import { resendUserInvitation } from '../account/invitations.service.ts';
import { changeOwnPassword } from '../account/passwords.service.ts';
import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { NotFound, refuse } from '../shared/errors.ts';
import { translate } from '../shared/messages.ts';
import { rowId } from '../shared/node.ts';
import { setUserActive } from './set-user-active.service.ts';
import { unlockUser } from './unlock-user.service.ts';
import {
  checkCreateUser,
  checkUpdateUser,
  createUser,
  findEditableUser,
  findReadableUser,
  newUserForm,
  updateUser,
} from './user-form.service.ts';
import {
  activeIn,
  documented,
  fieldsFromRest,
  fromRest,
  passwordIn,
  refuseForeignFields,
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
  refuseForeignFields(request.body, null);
  return [organizationIn(request), await fromRest(ctx, request.body)] as const;
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
  refuseForeignFields(body, await userToRest(ctx, await findEditableUser(ctx, id)));
  return [id, await fromRest(ctx, body)] as const;
};

const update = (path: string): Route => ({
  method: 'PATCH',
  path,
  check: (ctx, request, only) =>
    documented(async () => checkUpdateUser(ctx, ...(await updating(ctx, request)), fieldsFromRest(only))),
  handler: async (ctx, request) => {
    const password = passwordIn(request.body);
    if (password) return savePassword(ctx, idIn(request), password);
    const act = await actOf(ctx, request);
    const { id } = act
      ? await documented(() => act(ctx, idIn(request)))
      : await documented(async () => updateUser(ctx, ...(await updating(ctx, request))));
    return reply(ctx, id);
  },
  again: (ctx, id) => reply(ctx, id),
});

/** A password is saved alone, and by its user: an administrator starts a reset and never learns one (requirement A-10). */
async function savePassword(ctx: Context, id: string, password: Record<string, unknown>): Promise<Reply> {
  const { userId } = ctx.viewer;
  if (rowId('User', id) !== userId)
    refuse([{ field: 'password', code: 'user.password_of_other', message: 'user.password_of_other' }]);
  await documented(() => changeOwnPassword(ctx, password));
  return { body: { message: translate(ctx.locale, 'password.updated') }, subject: userId };
}

type Act = (ctx: Context, id: string) => Promise<{ id: number }>;

/** Acts that the page sends as a flag on the user object; nothing else of the object is stored with them. */
const FLAGS: Record<string, Act> = { resend_email: resendUserInvitation, unlock: unlockUser };

const isSet = (flag: unknown) => ['1', 'true'].includes(String(flag));

/** Returns the act of a flag, or of an `active` that is not the user's of now; undefined for a change of the form. */
async function actOf(ctx: Context, request: RestRequest): Promise<Act | undefined> {
  const { body } = request;
  const flagged = Object.entries(FLAGS).find(([flag]) => isSet(body[flag]));
  if (flagged) return flagged[1];
  const active = activeIn(body);
  if (active === null || (await findReadableUser(ctx, rowId('User', idIn(request)))).active === active)
    return undefined;
  return (_, id) => setUserActive(ctx, id, active);
}

/** The documented paths that read, create and change a user. */
export const userFormRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/users/{id}',
    handler: async (ctx, { params }) => ({ body: (await reply(ctx, rowId('User', params.id!))).body }),
  },
  {
    method: 'POST',
    path: '/api/users',
    check: (ctx, request, only) =>
      documented(async () => checkCreateUser(ctx, ...(await creating(ctx, request)), fieldsFromRest(only))),
    handler: async (ctx, request) => {
      const { id } = await documented(async () => createUser(ctx, ...(await creating(ctx, request))));
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
