import type { Viewer } from './viewer.ts';

/** GraphiQL and introspection are for users with view.graphiql. */
export const canUseGraphiql = (viewer: Viewer): boolean => viewer.can('view.graphiql');
