import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';

/** Returns the function that opens a query in a tab of its own, so that nothing typed is lost. It does not run it. */
export function useOpenQuery(): (opened: { query: string; variables: string }) => void {
  const { addTab } = useGraphiQLActions();
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  return ({ query, variables }) => {
    addTab();
    queryEditor?.setValue(query);
    variableEditor?.setValue(variables);
    queryEditor?.focus();
  };
}
