import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { ListEmpty, ListProblem, Pager } from './ListPage.tsx'
import type { useList } from './useList.ts'

type ListRowsProps<Row> = Omit<DataTableProps<Row>, 'rows' | 'sort' | 'onSort' | 'isLoading'> & {
  list: Omit<ReturnType<typeof useList>, 'rows' | 'reply'> & { rows: readonly Row[] }
  /** Each order in words. */
  orders: Record<string, string>
  /** What is said where there is nothing yet. */
  empty: { title: string; words: ReactNode }
}

/** The rows of a list with the way to the next page; what went wrong, or that there is nothing. */
export function ListRows<Row extends { id: number }>({ list, orders, empty, ...table }: ListRowsProps<Row>) {
  const { sort = '' } = list.values
  return (
    <>
      <ListProblem list={list} />
      {list.isLoading || list.rows.length > 0 ? (
        <>
          <DataTable
            {...table}
            rows={list.rows}
            sort={sort}
            onSort={(sort) => list.change({ sort })}
            isLoading={list.isLoading}
          />
          {!list.isLoading && <Pager list={list} order={orders[sort] ?? ''} />}
        </>
      ) : (
        !list.error && (
          <ListEmpty list={list} title={empty.title}>
            <p>{empty.words}</p>
          </ListEmpty>
        )
      )}
    </>
  )
}
