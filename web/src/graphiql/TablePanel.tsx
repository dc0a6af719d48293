import { useMemo } from 'react';
import { csvOf } from '../lib/csv.ts';
import { page } from '../lib/page.ts';
import { resultRows, type ResultRows } from './resultRows.ts';
import { fill, useTexts } from './texts.ts';
import { useTab } from './useTab.ts';

/** A page with more cells would stand still; the file has all rows. */
const MOST_SHOWN = 500;

function rowsOfResponse(response: string | null | undefined): ResultRows {
  try {
    return resultRows((JSON.parse(response || '{}') as { data?: unknown }).data);
  } catch {
    return resultRows(null); // an event of a subscription that is not whole yet
  }
}

/** The answer of the open tab as a table, and as a file. */
export function TablePanel() {
  const texts = useTexts();
  const response = useTab()?.response;
  const { columns, rows } = useMemo(() => rowsOfResponse(response), [response]);
  const save = () =>
    page.save(new Blob([csvOf([columns, ...rows])], { type: 'text/csv;charset=utf-8' }), `${texts.table.file}.csv`);
  if (rows.length === 0)
    return (
      <div className="panel">
        <h2>{texts.table.title}</h2>
        <p>{texts.table.none}</p>
      </div>
    );
  return (
    <div className="panel">
      <h2>{texts.table.title}</h2>
      <p>
        {fill(rows.length > MOST_SHOWN ? texts.table.first : texts.table.count, {
          rows: String(rows.length),
          shown: String(MOST_SHOWN),
        })}{' '}
        <button type="button" onClick={save}>
          {texts.table.save}
        </button>
      </p>
      {/* Scrolled by the keyboard too. */}
      <div className="table" role="region" aria-label={texts.table.title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_SHOWN).map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={columns[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
