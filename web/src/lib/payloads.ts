import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';

/** The server answered a mutation, a check or a search without its payload. Only a broken server or proxy does. */
export class MissingPayload extends Error {
  override name = 'MissingPayload';

  constructor(readonly field: string) {
    super(`The server returned no ${field}.`);
  }
}

interface QueryOptions {
  /** Aborting cancels the request itself; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
}
type MutationOptions = QueryOptions &
  Pick<ApolloClient.MutateOptions, 'refetchQueries' | 'awaitRefetchQueries' | 'fetchPolicy'>;

type Call<TPayload, TVariables, TOptions> = (
  variables: TVariables,
  options?: TOptions,
) => Promise<NonNullable<TPayload>>;

// A shared request would go on for the caller that did not abort it, so none is shared.
const contextOf = ({ signal }: QueryOptions) => ({
  queryDeduplication: false,
  ...(signal && { fetchOptions: { signal } }),
});

function payloadOf<TData, TField extends keyof TData & string>(
  data: unknown,
  field: TField,
): NonNullable<TData[TField]> {
  const payload = (data as TData | null | undefined)?.[field];
  if (payload === null || payload === undefined) throw new MissingPayload(field);
  return payload;
}

/**
 * Returns the function that runs a mutation and resolves to its payload. It rejects as `client.mutate` does, and with
 * MissingPayload when there is none. The generated hooks (web/codegen-hooks.ts) call it.
 * @public
 */
export function useMutationPayload<TData, TVariables extends OperationVariables, TField extends keyof TData & string>(
  mutation: TypedDocumentNode<TData, TVariables>,
  field: TField,
): Call<TData[TField], TVariables, MutationOptions> {
  const client = useApolloClient();
  return useCallback(
    async (variables, { signal, ...options } = {}) => {
      const { data } = await client.mutate<TData, OperationVariables>({
        mutation,
        variables,
        context: contextOf({ signal }),
        ...options,
      });
      return payloadOf<TData, TField>(data, field);
    },
    [client, mutation, field],
  );
}

/**
 * Returns the function that asks once, a check or a search by typing, and resolves to the answer, which is kept in no
 * cache. It rejects as
 * `client.query` does, and with MissingPayload when there is no answer. The generated hooks (web/codegen-hooks.ts) call it.
 * @public
 */
export function useQueryPayload<TData, TVariables extends OperationVariables, TField extends keyof TData & string>(
  query: TypedDocumentNode<TData, TVariables>,
  field: TField,
): Call<TData[TField], TVariables, QueryOptions> {
  const client = useApolloClient();
  return useCallback(
    async (variables, options = {}) => {
      const { data } = await client.query<TData, OperationVariables>({
        query,
        variables,
        fetchPolicy: 'no-cache',
        context: contextOf(options),
      });
      return payloadOf<TData, TField>(data, field);
    },
    [client, query, field],
  );
}
