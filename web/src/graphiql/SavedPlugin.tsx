import { useGraphiQL } from '@graphiql/react';
import { SavedPanel } from './SavedPanel.tsx';
import { useOpenQuery } from './useOpenQuery.ts';

/** The panel of saved queries, with the editors of the page. */
export function SavedPlugin({ send }: { send: typeof fetch }) {
  const open = useOpenQuery();
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const current = () => ({ query: queryEditor?.getValue() ?? '', variables: variableEditor?.getValue() ?? '' });
  return <SavedPanel send={send} current={current} onOpen={open} />;
}
