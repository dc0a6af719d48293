import type { TypedDocumentNode } from '@apollo/client';
import type { MaybeMasked } from '@apollo/client/masking';
import { useApolloClient, useQuery } from '@apollo/client/react';
import type { Namespace, TFunction } from 'i18next';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { byItself } from '../lib/byItself.ts';
import type { Ahead } from '../lib/prefetch.ts';
import { useShown } from '../lib/useShown.ts';
import { useViewer, type Viewer } from '../lib/viewer.ts';
import { visitList } from '../lib/visitedLists.ts';
import { csvColumns } from './columnModel.ts';
import { DataTable, type DataTableColumn, type DataTableProps } from './DataTable.tsx';
import { LiveNotice } from './LiveNotice.tsx';
import { PageHeader } from './PageHeader.tsx';
import { PatientWatch } from './PatientWatch.tsx';
import type { FilterField } from './tableFilters.ts';
import { useLiveRows } from './useLiveRows.ts';
import type { RowClicks } from './useRowClicks.ts';
import { useShownColumns } from './useShownColumns.ts';
import { useTableState, type TableOptions, type TableState } from './useTableState.ts';

/** A connection of the API with numbered pages. */
export interface ListConnection<Row> {
  edges: readonly { node: Row }[];
  totalCount: number;
  totalCountIsCapped: boolean;
  unfilteredCount: number;
  unfilteredCountIsCapped: boolean;
}

/** The parts of the viewer that columns and filters depend on. */
export type ListViewer = Pick<Viewer, 'organization' | 'viewerCanReadPatients' | 'viewerCanCreatePatient'>;

/** Everything in which one list differs from the others. The query selects the fields that the columns show. */
export interface ListDefinition<Data, Row, Texts extends Namespace, More extends object = object> {
  /** The name under which the viewer's preferences for the table are kept. */
  table: string;
  options?: TableOptions;
  query: TypedDocumentNode<Data, TableState['variables'] & More>;
  /** Variables of the query besides those of the table. */
  more?: More;
  connection: (data: MaybeMasked<Data>) => ListConnection<Row>;
  columns: (t: TFunction<Texts>, viewer: ListViewer) => DataTableColumn<Row>[];
  filters: (t: TFunction<Texts>, viewer: ListViewer) => FilterField[];
  /** Global id of the patient that a row shows, if any: the page says when it may have changed. */
  patientOf?: (row: Row) => string | null | undefined;
  /** REST address of the same list, for the CSV export. */
  csvPath: string;
  /** Whether the viewer may save the file. */
  canExport: (viewer: Viewer) => boolean;
  /** Address of the page of a row, for a list whose rows are stepped through. */
  pathOf?: (row: Row) => string;
  /** The text of an empty table; that of document 000 when absent. */
  empty?: DataTableProps<object>['empty'];
  /** What the list is, and how rows come into it: one sentence below that text. */
  about: (t: TFunction<Texts>) => string;
}

/** Returns the definition; the types of query, columns and filters are checked against each other. */
export const defineList = <Data, Row, Texts extends Namespace, More extends object = object>(
  definition: ListDefinition<Data, Row, Texts, More>,
) => definition;

/** What the parts of one list read of it. */
export interface ListState<Row> {
  table: TableState;
  rows: readonly Row[];
  totalCount: number | undefined;
  totalCountIsCapped: boolean;
  /** Address of the file of the list, or of selected rows, with the columns that are shown. */
  csvUrl: (ids?: readonly number[]) => string;
}

interface ListParts {
  toolbar?: ReactNode;
  panel?: ReactNode;
  notice?: ReactNode;
}

/**
 * A page that is one list: its title, which also names the table, its action, and the table.
 *
 *   <ListPage list={patientList} title={t('title')} t={t} />
 */
export function ListPage<Data, Row extends { id: string }, Texts extends Namespace, More extends object>(props: {
  list: ListDefinition<Data, Row, Texts, More>;
  title: string;
  /** The button of the page. */
  action?: ReactNode;
  /** What opening a row needs (components/useRowPrefetch.ts). */
  ahead?: (row: Row) => Ahead;
  clicks?: RowClicks<Row>;
  /** The list's own filter panel and controls next to the search, and its own message above the rows. */
  parts?: (list: ListState<Row>) => ListParts;
  t: TFunction<Texts>;
}) {
  const { list, title, t } = props;
  const viewer = useViewer();
  // DataTable draws its rows again when the columns change. Each saved preference makes a new viewer, but not new columns.
  const { organization, viewerCanReadPatients, viewerCanCreatePatient } = viewer;
  const [columns, filters] = useMemo(() => {
    const reader: ListViewer = { organization, viewerCanReadPatients, viewerCanCreatePatient };
    return [list.columns(t, reader), list.filters(t, reader)];
  }, [list, t, organization, viewerCanReadPatients, viewerCanCreatePatient]);
  const table = useTableState(list.table, { ...list.options, fields: filters });
  const variables = useMemo(
    () => ({ ...table.variables, ...list.more }) as TableState['variables'] & More,
    [table.variables, list.more],
  );
  const client = useApolloClient();
  const { data, loading, error, refetch } = useQuery(list.query, { variables, fetchPolicy: 'cache-and-network' });
  useVisit(list, table, data && list.connection(data));
  const { shown } = useShown({ data, error }, variables);
  const connection = shown && list.connection(shown);
  const edges = connection?.edges;
  const { rows, changed, ...live } = useLiveRows({
    rows: useMemo(() => edges?.map(({ node }) => node), [edges]),
    choice: variables,
    loading,
    readAgain: () => client.query({ query: list.query, variables, fetchPolicy: 'network-only', context: byItself }),
    refetch,
  });

  const shownColumns = useShownColumns(columns, table);
  const parts = props.parts?.({
    table,
    rows: rows ?? [],
    totalCount: connection?.totalCount,
    totalCountIsCapped: connection?.totalCountIsCapped ?? false,
    csvUrl: (ids) => table.csvHref(list.csvPath, csvColumns(shownColumns), ids),
  });

  return (
    <>
      <PageHeader title={title} action={props.action} />
      <DataTable
        label={title}
        columns={columns}
        filters={filters}
        rows={rows}
        rowKey={(row) => row.id}
        ahead={props.ahead}
        clicks={props.clicks}
        toolbar={parts?.toolbar}
        panel={parts?.panel}
        totalCount={connection?.totalCount}
        totalCountIsCapped={connection?.totalCountIsCapped}
        unfilteredCount={connection?.unfilteredCount}
        unfilteredCountIsCapped={connection?.unfilteredCountIsCapped}
        table={table}
        loading={loading}
        changed={changed}
        error={error ?? live.error}
        onRetry={live.refresh}
        notice={
          <>
            {list.patientOf ? (
              <>
                <PatientWatch
                  key={live.attempt}
                  patients={rows?.map(list.patientOf) ?? []}
                  onChange={live.note}
                  onError={live.noteError}
                />
                <LiveNotice changed={changed.size} isMoved={live.isMoved} onRefresh={live.refresh} />
              </>
            ) : null}
            {parts?.notice}
          </>
        }
        csvPath={list.csvPath}
        canExport={list.canExport(viewer)}
        empty={list.empty}
        about={list.about(t)}
      />
    </>
  );
}

/** Stores how the user sees the list, for the way back to it and the steps from row to row. */
function useVisit<Row>(
  { table: name, pathOf }: Pick<ListDefinition<unknown, Row, Namespace>, 'table' | 'pathOf'>,
  { variables }: TableState,
  connection: ListConnection<Row> | undefined,
) {
  const { pathname, search } = useLocation();
  const { edges, totalCount, totalCountIsCapped } = connection ?? {};
  useEffect(() => {
    if (!edges || totalCount === undefined) return;
    visitList(name, {
      address: pathname + search,
      variables,
      firstPage: variables.page,
      paths: pathOf ? edges.map(({ node }) => pathOf(node)) : [],
      total: totalCountIsCapped ? null : totalCount,
    });
  }, [name, pathOf, pathname, search, variables, edges, totalCount, totalCountIsCapped]);
}
