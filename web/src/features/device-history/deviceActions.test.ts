import { expect, test } from '@jest/globals';
import { deviceActions } from './deviceActions.ts';

const none = { viewerCanAddPin: false, viewerCanEdit: false, viewerCanDelete: false, viewerCanVoid: false };

test.each([
  { name: 'nothing else is permitted', gates: {}, items: ['icodeReports'] },
  { name: 'the PIN is missing and may be added', gates: { viewerCanAddPin: true }, items: ['addPin', 'icodeReports'] },
  { name: 'update.device is held', gates: { viewerCanEdit: true }, items: ['edit', 'icodeReports'] },
  { name: 'delete.device is held', gates: { viewerCanDelete: true }, items: ['icodeReports', 'delete'] },
  { name: 'the assignment may be voided', gates: { viewerCanVoid: true }, items: ['icodeReports', 'void'] },
  {
    name: 'everything is permitted',
    gates: { viewerCanAddPin: true, viewerCanEdit: true, viewerCanDelete: true, viewerCanVoid: true },
    items: ['addPin', 'edit', 'icodeReports', 'delete', 'void'],
  },
])('where $name, the menu offers $items', ({ gates, items }) => {
  expect(deviceActions({ ...none, ...gates })).toEqual(items);
});
