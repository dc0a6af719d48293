import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toaster } from '../../components/Toaster.tsx';
import { onAnswered } from '../../lib/answered.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { UploadActions } from './UploadActions.tsx';
import './UploadDialog.tsx';
import './SdCardDialog.tsx';

/** The request of the browser that reports its progress. */
class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  onerror?: () => void;
  status = 0;
  responseText = '';
  sent: FormData | null = null;
  open = jest.fn();
  setRequestHeader = jest.fn();
  constructor() {
    FakeRequest.last = this;
  }
  send(form: FormData) {
    this.sent = form;
  }
  abort() {
    this.onabort?.();
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}
const RealRequest = globalThis.XMLHttpRequest;
beforeEach(() => {
  globalThis.XMLHttpRequest = FakeRequest as never;
  document.cookie = 'XSRF-TOKEN=token';
});
afterEach(() => {
  globalThis.XMLHttpRequest = RealRequest;
  toaster.remove();
});

const card = (name: string) => new File(['x'], name);
async function choose(...names: string[]) {
  const view = await renderApp(<UploadActions machineId={7} />);
  const user = userEvent.setup({ applyAccept: false });
  await user.click(screen.getByRole('button', { name: 'Usage file upload' }));
  await screen.findByRole('dialog', { name: 'Usage file upload' });
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, names.map(card));
  return { ...view, user };
}
const send = (user: ReturnType<typeof userEvent.setup>, name = 'Upload') =>
  user.click(screen.getByRole('button', { name }));

test('several files are sent together, with their progress in twenty steps, and then the uploads are opened', async () => {
  const { user } = await choose('A.idx', 'A.evt');
  await send(user);
  await waitFor(() => expect(FakeRequest.last.sent).not.toBeNull());
  expect(FakeRequest.last.sent!.getAll('sd_uploads[]').map((file) => (file as File).name)).toEqual(['A.idx', 'A.evt']);
  expect(FakeRequest.last.sent!.get('machine_id')).toBe('7');
  FakeRequest.last.upload.onprogress!({ loaded: 57, total: 100 });
  expect(await screen.findByText('55 %')).toBeTruthy();
  const heard = jest.fn();
  const end = onAnswered(heard);
  heard.mockClear();
  FakeRequest.last.answer(201, { id: 5 });
  expect(await screen.findByText('File uploaded successfully!')).toBeTruthy();
  // The keep-alive follows it, as any other successful call.
  expect(heard).toHaveBeenCalled();
  end();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a refusal shows the documented text and the message of the server, and the files can be sent again', async () => {
  const { user } = await choose('A.idx');
  await send(user);
  await waitFor(() => expect(FakeRequest.last.sent).not.toBeNull());
  FakeRequest.last.answer(422, { message: 'A.idx: the file is empty. Copy it from the card again.' });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Upload failed, please try again in a few moments. A.idx: the file is empty. Copy it from the card again.',
  );
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('with a review the form says so, and the page of the upload is opened', async () => {
  const { user, router } = await choose('A.idx');
  await user.click(screen.getByRole('checkbox', { name: /Review before saving/ }));
  await send(user);
  await waitFor(() => expect(FakeRequest.last.sent).not.toBeNull());
  expect(FakeRequest.last.sent!.get('preview')).toBe('1');
  FakeRequest.last.answer(201, { id: 5 });
  await waitFor(() => expect(router.state.location.pathname).toBe('/uploads/5'));
});

test('without a review the form does not name it', async () => {
  const { user, router } = await choose('A.idx');
  await send(user);
  await waitFor(() => expect(FakeRequest.last.sent).not.toBeNull());
  expect(FakeRequest.last.sent!.has('preview')).toBe(false);
  FakeRequest.last.answer(201, { id: 5 });
  await waitFor(() => expect(router.state.location.pathname).toBe('/uploads'));
});

test('a connection that is lost in the middle shows the documented text, and the same files are sent again', async () => {
  const { user } = await choose('A.idx', 'A.evt');
  await send(user);
  await waitFor(() => expect(FakeRequest.last.sent).not.toBeNull());
  FakeRequest.last.upload.onprogress!({ loaded: 50, total: 100 });
  const first = FakeRequest.last;
  first.onerror!();
  expect((await screen.findByRole('alert')).textContent).toBe('Upload failed, please try again in a few moments.');
  await send(user, 'Try again');
  await waitFor(() => expect(FakeRequest.last.sent?.getAll('sd_uploads[]').length).toBe(2));
  expect(FakeRequest.last).not.toBe(first);
  FakeRequest.last.answer(201, { id: 5 });
  expect(await screen.findByText('File uploaded successfully!')).toBeTruthy();
});

test('a cancel in the middle shows no failure, keeps the files, and opens nothing', async () => {
  const { user, router } = await choose('A.idx');
  await send(user);
  await waitFor(() => expect(FakeRequest.last.sent).not.toBeNull());
  FakeRequest.last.upload.onprogress!({ loaded: 50, total: 100 });
  await user.click(await screen.findByRole('button', { name: /Cancel/ }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled());
  expect(screen.queryByRole('alert')).toBeNull();
  expect([screen.getByRole('dialog').textContent?.includes('A.idx'), router.state.location.pathname]).toEqual([
    true,
    '/',
  ]);
});

test('an answer that is no success and not readable shows the documented text, and opens nothing', async () => {
  const { user, router } = await choose('A.idx');
  await send(user);
  await waitFor(() => expect(FakeRequest.last.sent).not.toBeNull());
  FakeRequest.last.answer(500, { message: 'Server Error' });
  expect((await screen.findByRole('alert')).textContent).toBe('Upload failed, please try again in a few moments.');
  expect(router.state.location.pathname).toBe('/');
});

test('without the permission there are no buttons', async () => {
  await renderApp(<UploadActions machineId={null} />, { viewer: { ...testViewer, viewerCanUploadCards: false } });
  expect(screen.queryByRole('button')).toBeNull();
});

test('the SD card dialog links to the earlier system and says what happens with the data', async () => {
  await renderApp(<UploadActions machineId={null} />);
  await userEvent.click(screen.getByRole('button', { name: 'SD card' }));
  const dialog = await screen.findByRole('dialog', { name: 'SD card' });
  expect(dialog.querySelector('a')!.href).toBe(`${window.location.origin}/quick/info`);
  for (const text of [/3 minutes/, /not overwritten/, /wireless, then SD card, then QR\+/])
    expect(dialog.textContent).toMatch(text);
});
