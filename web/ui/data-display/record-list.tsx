import { Fragment, type ReactNode } from 'react'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { QuantityName } from './quantity-name.tsx'
import classes from './record-list.module.css'

interface Props<Entry> {
  entries: readonly Entry[]
  /** Heads of the table's columns; that of the actions is empty. */
  heads: readonly string[]
  /** Row of the table: `<tr>` with one `<th scope="row">`. */
  row: (entry: Entry) => ReactNode
  /** Content of the card on a phone. */
  card: (entry: Entry) => ReactNode
}

/** Entries of a list: a table on the desktop, cards on the phone. */
export function RecordList<Entry extends { id: string | number }>({ entries, heads, row, card }: Props<Entry>) {
  if (!useIsDesktop())
    return (
      <ul className={classes.cards}>
        {entries.map(entry => (
          <li key={entry.id} className={`bm-card ${classes.card}`}>
            {card(entry)}
          </li>
        ))}
      </ul>
    )
  return (
    <div className={`bm-card ${classes.tableCard}`}>
      <table className={classes.table}>
        <thead>
          <tr>
            {heads.map(head =>
              head === '' ? (
                <td key="actions" />
              ) : (
                <th key={head} scope="col">
                  <QuantityName name={head} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {entries.map(entry => (
            <Fragment key={entry.id}>{row(entry)}</Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}
