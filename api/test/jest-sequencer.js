/**
 * Starts the files that take longest first, so that no worker is left alone with one at the end. A fresh clone has no
 * durations of earlier runs: the order follows what is known of the files. Within a group, large files come first.
 */
const GROUPS = [
  /\/web\/e2e\/accessibility/, // every screen
  /\/web\/e2e\//, // a browser and a portal of its own
  /\/api\/src\/gateway\/kill\.test|\.race\.test|\/api\/test\//, // processes, or every operation
  /\/web\/src\/(pages|features)\//, // forms, typed into
];

const groupOf = ({ path }) => {
  const group = GROUPS.findIndex((pattern) => pattern.test(path));
  return group === -1 ? GROUPS.length : group;
};
const sizeOf = ({ path, context }) => context.hasteFS.getSize(path) ?? 0;

export default class LongestFirst {
  sort(tests) {
    return [...tests].sort((a, b) => groupOf(a) - groupOf(b) || sizeOf(b) - sizeOf(a) || (a.path < b.path ? -1 : 1));
  }
  allFailedTests(tests) {
    return tests;
  }
  cacheResults() {}
}
