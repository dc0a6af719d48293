import { describe, expect, test } from '@jest/globals';
import { VIEWER_FIELDS } from '../../test/contract/contracts.ts';
import { viewerWith } from '../../test/viewer.ts';
import type { Permission } from './permissions.ts';
import { viewerOf, type ViewerType } from './viewer.types.ts';

const viewer = (host: 'org' | 'support', permissions: Permission[]): ViewerType =>
  viewerOf(viewerWith({ host, permissions }));

type Field = Extract<keyof ViewerType, `viewerCan${string}`>;

/** The permission alone gives the field, on this portal. */
const granted = VIEWER_FIELDS as [Field, 'org' | 'support', Permission][];
const fields = [...new Set(granted.map(([field]) => field))];
const shown = (of: ViewerType) => fields.filter((field) => of[field]);

describe('what a viewer may do', () => {
  test.each(granted)(
    '%s is true on the %s portal with %s alone, and only fields that it gives',
    (_field, host, permission) => {
      const given = granted.filter((row) => row[1] === host && row[2] === permission);
      expect(shown(viewer(host, [permission])).sort()).toEqual(given.map(([field]) => field).sort());
    },
  );

  test.each<['org' | 'support', Permission]>([
    ['org', 'support.user.device'],
    ['support', 'org.user.device'],
    ['org', 'send.org.message'],
    ['org', 'update.announcement'],
    ['org', 'viewAny.org'],
    ['org', 'update.device'],
  ])('on the %s portal %s gives nothing of it', (host, permission) => {
    expect(shown(viewer(host, [permission]))).toEqual([]);
  });

  test.each(['org', 'support'] as const)('without permissions nothing is true on the %s portal', (host) => {
    expect(shown(viewer(host, []))).toEqual([]);
  });
});
