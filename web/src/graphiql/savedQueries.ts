import { post } from './post.ts';

/** A saved query as the list shows it. */
export interface SavedQuery {
  databaseId: number;
  name: string;
  isShared: boolean;
  ownerName: string;
  viewerCanUpdate: boolean;
  version: number;
}

/** What the editor holds. */
export interface QueryText {
  query: string;
  variables: string;
}

export interface UserError {
  field: string;
  code: string;
  message: string;
}

/** Why nothing was saved, and, when it was changed in the meantime, the query as it is now. */
export class Refused extends Error {
  override name = 'Refused';

  constructor(
    readonly userErrors: UserError[],
    readonly conflict: SavedQuery | null,
  ) {
    super(userErrors.map(({ message }) => message).join(' '));
  }
}

const FIELDS = 'databaseId name isShared ownerName viewerCanUpdate version';
const ERRORS = 'userErrors { field code message }';
const LIST = `query SavedQueries { savedQueries { ${FIELDS} } }`;
const OPEN = `query OpenSavedQuery($id: ID!) { savedQuery(id: $id) { ${FIELDS} query variables } }`;
const CREATE = `mutation SaveQuery($input: CreateSavedQueryInput!) {
  createSavedQuery(input: $input) { savedQuery { ${FIELDS} } ${ERRORS} }
}`;
const UPDATE = `mutation ChangeSavedQuery($input: UpdateSavedQueryInput!) {
  updateSavedQuery(input: $input) { savedQuery { ${FIELDS} } conflict { ${FIELDS} } ${ERRORS} }
}`;
const DELETE = `mutation DeleteSavedQuery($input: DeleteSavedQueryInput!) { deleteSavedQuery(input: $input) { ${ERRORS} } }`;

interface Answer<Data> {
  data?: Data | null;
  errors?: { message: string }[];
}
interface Payload {
  savedQuery?: SavedQuery | null;
  conflict?: SavedQuery | null;
  userErrors: UserError[];
}

/**
 * Returns the functions that read and write saved queries. Each throws Unreachable without an answer, Refused for an input
 * that the server refuses, and an Error with the server's text for anything else.
 */
export function savedQueriesOf(send: typeof fetch) {
  /** The request without an answer: sent again under its id, it is carried out once. */
  let unanswered: { text: string; id: string } | null = null;

  async function ask<Data>(query: string, variables: object, headers?: HeadersInit): Promise<Data> {
    const signal = new AbortController().signal;
    const { data, errors } = (await post(send, { query, variables }, { headers, signal })) as Answer<Data>;
    if (!data || errors) throw new Error(errors?.[0]?.message ?? '');
    return data;
  }

  async function change(mutation: string, input: object): Promise<Payload> {
    const text = JSON.stringify([mutation, input]);
    if (unanswered?.text !== text) unanswered = { text, id: crypto.randomUUID() };
    const data = await ask<Record<string, Payload>>(mutation, { input }, { 'Idempotency-Key': unanswered.id });
    unanswered = null; // after an answer the same input is a new intention
    const [payload] = Object.values(data) as [Payload];
    if (payload.userErrors.length > 0) throw new Refused(payload.userErrors, payload.conflict ?? null);
    return payload;
  }

  return {
    list: async () => (await ask<{ savedQueries: SavedQuery[] }>(LIST, {})).savedQueries,
    open: async (id: number) =>
      (await ask<{ savedQuery: SavedQuery & QueryText }>(OPEN, { id: String(id) })).savedQuery,
    create: async (input: QueryText & { name: string; isShared: boolean }) => (await change(CREATE, input)).savedQuery!,
    update: async (
      { databaseId, version }: SavedQuery,
      input: Partial<QueryText & { name: string; isShared: boolean }>,
    ) => (await change(UPDATE, { savedQueryId: String(databaseId), version, ...input })).savedQuery!,
    remove: async ({ databaseId }: SavedQuery): Promise<void> =>
      void (await change(DELETE, { savedQueryId: String(databaseId) })),
  };
}
