import type { Viewer } from '../auth/viewer.ts';
import type { SavedQuery } from './saved-query.entity.ts';

/** A saved query is changed and deleted by the user who saved it, also when it is shared. */
export const canChangeSavedQuery = (viewer: Viewer, { userId }: Pick<SavedQuery, 'userId'>): boolean =>
  viewer.can('view.graphiql') && userId === viewer.userId;
