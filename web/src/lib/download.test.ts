import { expect, jest, test } from '@jest/globals';
import { fakeServer, json } from '../testing/fakeServer.ts';
import { downloadTable, fileNameOf, IncompleteFile } from './download.ts';
import { page } from './page.ts';

const server = fakeServer();
const save = jest.spyOn(page, 'save').mockImplementation(() => {});

test("the file has the server's name, else exported_table_{date}.csv", async () => {
  server.answer = () =>
    new Response('ID', { headers: { 'Content-Disposition': 'attachment; filename="machines.csv"' } });
  await downloadTable('/api/machines/datatable?csv=true');
  server.answer = () => new Response('ID');
  await downloadTable('/api/machines/datatable?csv=true');
  expect(save.mock.calls.map(([, name]) => name)).toEqual([
    'machines.csv',
    expect.stringMatching(/^exported_table_\d{4}-\d{2}-\d{2}\.csv$/),
  ]);
  expect(server.calls[0]!.headers).toMatchObject({ 'x-requested-with': 'XMLHttpRequest' });
});

test('a refusal is an error and no file', async () => {
  save.mockClear();
  server.answer = () => json(422, { message: 'More than 100000 rows match.' });
  await expect(downloadTable('/api/x')).rejects.toThrow('More than 100000 rows match.');
  expect(save).not.toHaveBeenCalled();
});

test('a part of a file is an error and is not saved', async () => {
  save.mockClear();
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('ID\r\n'));
    },
    pull(controller) {
      controller.error(new TypeError('network error'));
    },
  });
  server.answer = () => new Response(broken);
  await expect(downloadTable('/api/x')).rejects.toThrow(IncompleteFile);
  expect(save).not.toHaveBeenCalled();
});

test.each([
  ['attachment; filename="a b.csv"', 'a b.csv'],
  ['attachment; filename=a.csv', 'a.csv'],
  ["attachment; filename=x.csv; filename*=UTF-8''m%C3%A1quinas.csv", 'máquinas.csv'],
  ['attachment', null],
  [null, null],
])('%p names %p', (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});
