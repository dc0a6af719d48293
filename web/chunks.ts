/** What a page loads before anything else. The libraries are one file each for every page, the frame one for the client. */
const INITIAL = ['$initial' as const];
const LIBRARIES = /node_modules.(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store|dayjs)[\\/]/;
const OWN_LIBRARY = /web.src.lib[\\/]/;
const FRAME = /@chakra-ui|@ark-ui|@zag-js|@emotion|@pandacss|stylis|react-router|lucide|web.src.(app|components)[\\/]/;

/**
 * The initial modules in a few files, because each request costs a round trip. GraphiQL's page needs those of `runtime`
 * too, and none of `frame`. Everything else is split by the bundler: one chunk for each page and what pages share.
 */
export const chunkGroups = [
  { name: 'runtime', tags: INITIAL, test: new RegExp(`${LIBRARIES.source}|${OWN_LIBRARY.source}`) },
  { name: 'frame', tags: INITIAL, test: FRAME },
];
