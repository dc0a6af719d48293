import { expect, test } from '@jest/globals';
import { loginUrl, safeReturnPath, urls } from './urls.ts';

test.each([
  ['/patients/3?page=2', '/patients/3?page=2'],
  ['//evil.test', '/'],
  ['/\\evil.test', '/'],
  ['https://evil.test', '/'],
  ['javascript:alert(1)', '/'],
  ['/\t/evil.test', '/'],
  ['/.//evil.test', '/'],
  ['http://localhost/patients/3', '/patients/3'],
  [null, '/'],
])('after sign-in %p leads to %p', (asked, path) => {
  expect(safeReturnPath(asked)).toBe(path);
});

test('the sign-in page keeps the path it leads back to', () => {
  expect(loginUrl('/patients?page=2')).toBe('/login?return=%2Fpatients%3Fpage%3D2');
  expect(loginUrl('/')).toBe('/login');
});

test('the printable report repeats reports_ids[] for every report', () => {
  const url = new URL(
    urls.icodePrint({ patientId: 7, serial: '00012345678', reportIds: [3, 5] }),
    'http://airlog.test',
  );
  expect(url.pathname).toBe('/reports/icode');
  expect([...url.searchParams]).toEqual([
    ['patient_id', '7'],
    ['serial', '00012345678'],
    ['reports_ids[]', '3'],
    ['reports_ids[]', '5'],
  ]);
});

test('the printable report has the provider and the debug mode only on request', () => {
  const parameters = (report: Parameters<typeof urls.icodePrint>[0]) => [
    ...new URL(urls.icodePrint(report), 'http://airlog.test').searchParams.keys(),
  ];
  const report = { serial: '00012345678', reportIds: [] };
  expect(parameters(report)).toEqual(['serial']);
  expect(parameters({ ...report, showProvider: true })).toEqual(['serial', 'show_ep']);
  expect(parameters({ ...report, debug: true })).toEqual(['serial', 'view']);
  expect(urls.icodePrint({ ...report, showProvider: true, debug: true })).toContain('show_ep=1&view=1');
});
