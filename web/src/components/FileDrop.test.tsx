import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import type { Language } from '../lib/language.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { FileDrop } from './FileDrop.tsx';

const kilobyte = 1024;
let files: readonly File[] = [];
const onCancel = jest.fn();

let show: (progress: number | null) => void;

function Upload({ initial, ofCard }: { initial: number | null; ofCard?: boolean }) {
  const [progress, setProgress] = useState(initial);
  show = setProgress;
  const [chosen, setChosen] = useState<readonly File[]>([]);
  files = chosen;
  return (
    <>
      <FileDrop
        label="Usage files"
        files={chosen}
        onChange={setChosen}
        unneeded={ofCard ? (name) => /\.\d{3}$|^\./.test(name) : undefined}
        maxSize={512 * kilobyte}
        progress={progress}
        onCancel={onCancel}
      />
      <button onClick={() => setChosen([])}>Uploaded</button>
    </>
  );
}
const file = (name: string, size = 10) => new File(['x'.repeat(size)], name);
const names = () => files.map(({ name }) => name);
const input = () => document.querySelector<HTMLInputElement>('input[type=file]')!;
// The browser's own dialog would not offer the wrong types, but a drop can contain them.
const user = userEvent.setup({ applyAccept: false });
const open = (language: Language = 'en', progress: number | null = null) =>
  renderApp(<Upload initial={progress} />, { language });

test('accepts several files of the types .usr, .idx, .evt, .log and .set, in any case, and lists them', async () => {
  await open();
  expect(input()).toHaveAttribute('multiple');
  await user.upload(
    input(),
    ['a.usr', 'b.idx', 'c.evt', 'd.log', 'e.SET'].map((name) => file(name)),
  );
  await waitFor(() => expect(names()).toEqual(['a.usr', 'b.idx', 'c.evt', 'd.log', 'e.SET']));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByText('c.evt')).toBeInTheDocument();
});

test('adds files to those chosen before, and removes one', async () => {
  await open();
  await user.upload(input(), file('a.usr'));
  await waitFor(() => expect(names()).toEqual(['a.usr']));
  await user.upload(input(), file('b.usr'));
  await waitFor(() => expect(names()).toEqual(['a.usr', 'b.usr']));
  await user.click(screen.getByRole('button', { name: 'Remove a.usr' }));
  await waitFor(() => expect(names()).toEqual(['b.usr']));
});

test('the size of a file is written as everywhere in the portal', async () => {
  await open();
  const sizes = [1, 7, 1536, 480 * kilobyte];
  await user.upload(
    input(),
    sizes.map((size) => file(`${size}.usr`, size)),
  );
  for (const text of ['1 B', '7 B', '1.5 kB', '480 kB']) expect(await screen.findByText(text)).toBeVisible();
});

test('files that the page has removed are not added again with the next ones', async () => {
  await open();
  await user.upload(input(), file('a.usr'));
  await waitFor(() => expect(names()).toEqual(['a.usr']));
  await user.click(screen.getByRole('button', { name: 'Uploaded' }));
  await waitFor(() => expect(screen.queryByText('a.usr')).not.toBeInTheDocument());
  await user.upload(input(), file('b.usr'));
  await waitFor(() => expect(names()).toEqual(['b.usr']));
});

test('lists files of the wrong type and files that are too large, and accepts the others', async () => {
  await open();
  await user.upload(input(), [
    file('a.usr'),
    file('b.pdf'),
    file('c.log', 512 * kilobyte + 1),
    file('d.log', 512 * kilobyte),
  ]);
  await waitFor(() => expect(names()).toEqual(['a.usr', 'd.log']));
  expect(
    within(screen.getByRole('alert'))
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual(['b.pdf has the wrong type. Accepted: .usr, .idx, .evt, .log, .set.', 'c.log is larger than 512 kB.']);
});

const openCard = () => renderApp(<Upload initial={null} ofCard />);
const ofFolder = (path: string) => {
  const one = file(path.split('/').at(-1)!);
  Object.defineProperty(one, 'webkitRelativePath', { value: path });
  return one;
};
const folder = () => document.querySelector<HTMLInputElement>('input[data-folder]')!;

test('files of a card that are not needed are one line and no error, below the accepted ones', async () => {
  await openCard();
  const waveforms = Array.from({ length: 72 }, (_, index) => file(`A.${String(index).padStart(3, '0')}`));
  await user.upload(input(), [...waveforms, file('A.idx'), file('A.evt'), file('A.set')]);
  await waitFor(() => expect(names()).toEqual(['A.idx', 'A.evt', 'A.set']));
  expect(screen.getByText('72 files of the card are not needed.')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  const place = (text: string) => screen.getByText(text).compareDocumentPosition(screen.getByText(/not needed/));
  expect(place('A.set') & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('a file that was chosen by itself and is not of the card is an error next to them', async () => {
  await openCard();
  await user.upload(input(), [file('A.000'), file('A.idx'), file('report.pdf')]);
  await waitFor(() => expect(names()).toEqual(['A.idx']));
  expect(screen.getByText('1 file of the card is not needed.')).toBeInTheDocument();
  expect(within(screen.getByRole('alert')).getAllByRole('listitem')).toHaveLength(1);
});

test('a whole folder is chosen with its own button: only the files of the types are taken, and no other is an error', async () => {
  await openCard();
  expect(input()).not.toHaveAttribute('webkitdirectory');
  expect(folder()).toHaveAttribute('webkitdirectory');
  expect(screen.getByRole('button', { name: 'Choose a folder' })).toBeEnabled();
  await user.upload(input(), file('A.idx'));
  const card = ['CARD/A.evt', 'CARD/._A.idx', 'CARD/A.000', 'CARD/notes.txt', 'CARD/more/A.log'].map(ofFolder);
  Object.defineProperty(folder(), 'files', { value: card, configurable: true });
  act(() => void folder().dispatchEvent(new Event('change', { bubbles: true })));
  await waitFor(() => expect(names()).toEqual(['A.idx', 'A.evt', 'A.log']));
  expect(screen.getByText('3 files of the card are not needed.')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a folder that is dropped is read with the folders in it', async () => {
  await openCard();
  const entry = (one: File) => ({
    isFile: true,
    isDirectory: false,
    name: one.name,
    file: (take: (f: File) => void) => take(one),
  });
  const directory = (name: string, entries: object[]) => {
    const left = [entries, []];
    return {
      isFile: false,
      isDirectory: true,
      name,
      createReader: () => ({ readEntries: (take: (e: object[]) => void) => take(left.shift() ?? []) }),
    };
  };
  const items = [
    {
      kind: 'file',
      webkitGetAsEntry: () =>
        directory('CARD', [
          entry(file('A.idx')),
          entry(file('A.000')),
          directory('more', [entry(file('A.evt')), entry(file('x.txt'))]),
        ]),
    },
  ];
  const zone = screen.getByRole('button', { name: /Usage files/ });
  for (const type of ['dragover', 'drop']) {
    const event = new Event(type, { bubbles: true, cancelable: true });
    act(() => void zone.dispatchEvent(Object.assign(event, { dataTransfer: { types: ['Files'], items, files: [] } })));
  }
  await waitFor(() => expect(names()).toEqual(['A.idx', 'A.evt']));
  expect(screen.getByText('2 files of the card are not needed.')).toBeInTheDocument();
});

test('a folder without any file of the types says so', async () => {
  await openCard();
  Object.defineProperty(folder(), 'files', { value: [ofFolder('X/A.000'), ofFolder('X/a.txt')], configurable: true });
  act(() => void folder().dispatchEvent(new Event('change', { bubbles: true })));
  expect(
    await screen.findByText('2 files were chosen, and none has one of these types: .usr, .idx, .evt, .log, .set.'),
  ).toBeInTheDocument();
  expect(names()).toEqual([]);
});

test('elsewhere there is no folder to choose', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Choose a folder' })).not.toBeInTheDocument();
});

test('in Spanish', async () => {
  await open('es');
  await user.upload(input(), file('b.pdf'));
  expect(
    await screen.findByText('b.pdf no es del tipo correcto. Se aceptan: .usr, .idx, .evt, .log, .set.'),
  ).toBeInTheDocument();
});

test.each([
  [0, 0],
  [0.049, 0],
  [0.05, 5],
  [0.5, 50],
  [0.999, 95],
  [1, 100],
])('the progress bar has twenty steps: %s is shown as %s percent', async (progress, shown) => {
  await open('en', progress);
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(shown));
  expect(screen.getByText(`${shown} %`)).toBeInTheDocument();
});

test('during an upload nothing can be added or removed, and the drop area says so', async () => {
  await open();
  await user.upload(input(), file('a.usr'));
  await waitFor(() => expect(names()).toEqual(['a.usr']));
  act(() => show(0.5));
  const zone = screen.getByRole('button', { name: /Usage files/ });
  await waitFor(() => expect(zone).toHaveAttribute('aria-disabled', 'true'));
  expect(zone).not.toHaveAttribute('tabindex');
  expect(getComputedStyle(zone).cursor).toBe('not-allowed');
  expect(getComputedStyle(zone).opacity).toBe('0.5');
  expect(input()).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Remove a.usr' })).toBeDisabled();
});

test('a running upload is canceled with its button; without an upload there is none', async () => {
  await open('en', 0.5);
  await user.click(screen.getByRole('button', { name: 'Cancel the upload' }));
  expect(onCancel).toHaveBeenCalledTimes(1);
  act(() => show(null));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel the upload' })).not.toBeInTheDocument());
});
