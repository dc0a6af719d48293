import { useGraphiQL } from '@graphiql/react';

/** Returns the open tab of the editor. */
export const useTab = () => useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]);
