import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type NumberTable, shownCell, shownHead, shownTitle } from './number-table.ts'
import classes from './numbers.module.css'

interface Props {
  opened: boolean
  table: NumberTable
  onClose: () => void
}

/** Rows of the dialog: the hours of a year would keep a browser busy. */
const MAX_ROWS = 400

/** Dialog with what a chart shows, as numbers. */
export default function TableDialog({ opened, table, onClose }: Props) {
  const { t } = useTranslation('statistics')
  const format = useFormat()
  const textOf = (cell: string | number | null, column: number): string =>
    shownCell(cell, table.columns[column], table, format.number)
  const title = shownTitle(table)
  return (
    <Dialog opened={opened} title={title} size={760} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section className={classes.scroll} tabIndex={0} aria-label={title}>
        <Table stickyHeader className={classes.numbers}>
          <Table.Thead>
            <Table.Tr>
              {table.columns.map(column => (
                <Table.Th key={column.head} scope="col" data-number={column.decimals === undefined ? undefined : true}>
                  {shownHead(column)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {table.rows.slice(0, MAX_ROWS).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never change places
              <Table.Tr key={index}>
                {row.map((cell, column) => {
                  const { head = '', decimals } = table.columns[column] ?? {}
                  return column === 0 ? (
                    <Table.Th key={head} scope="row">
                      {textOf(cell, column)}
                    </Table.Th>
                  ) : (
                    <Table.Td key={head} data-number={decimals === undefined ? undefined : true}>
                      {textOf(cell, column)}
                    </Table.Td>
                  )
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {table.rows.length > MAX_ROWS && <p className="bm-muted bm-small">{t('files.more_rows', { count: MAX_ROWS })}</p>}
    </Dialog>
  )
}
