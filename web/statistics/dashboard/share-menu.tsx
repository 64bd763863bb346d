import { Menu } from '@mantine/core'
import { IconLink, IconPrinter } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { copyText } from '../../ui/files/copy.ts'
import { printPictures } from '../../ui/files/print-sheet.ts'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'
import { type NumberTable, shownCell, shownHead, shownTitle } from '../numbers/number-table.ts'
import classes from './dashboard.module.css'
import type { SharedCards } from './share-menu-button.tsx'
import { cardPicture } from './use-card-files.ts'

interface Props extends SharedCards {
  target: ReactElement
}

/** A table for paper. */
const paperTable = (table: NumberTable, number: (value: number, decimals?: number) => string): HTMLElement => {
  const made = document.createElement('table')
  made.className = classes.paper ?? ''
  made.createCaption().textContent = shownTitle(table)
  const head = made.createTHead().insertRow()
  for (const column of table.columns)
    head.append(Object.assign(document.createElement('th'), { textContent: shownHead(column) }))
  const body = made.createTBody()
  for (const row of table.rows) {
    const line = body.insertRow()
    row.forEach((cell, column) => {
      line.insertCell().textContent = shownCell(cell, table.columns[column], table, number)
    })
  }
  return made
}

/** Menu of the link to all of this, and of its print. */
export default function ShareMenu({ target, below, pictures: contents, tables }: Props) {
  const { t } = useTranslation('statistics')
  const { number } = useFormat()
  const copy = async () => {
    const copied = await copyText(location.href)
    showToast({ id: 'link', message: t(copied ? 'share.copied' : 'share.not_copied') })
  }
  const print = () => {
    const cards = contents.flatMap(content => (content && content.table.rows.length > 0 ? [content] : []))
    const pictures = cards.flatMap(content => {
      const canvas = cardPicture({ content, below })
      return canvas ? [{ canvas, alt: `${shownTitle(content.table)}, ${below}` }] : []
    })
    const filled = tables.filter(({ rows }) => rows.length > 0)
    void printPictures(
      pictures,
      filled.map(table => paperTable(table, number)),
    )
  }
  return (
    <Menu position="bottom-end" shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink size={20} stroke={1.8} />} onClick={() => void copy()}>
          {t('share.link')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={20} stroke={1.8} />} onClick={print}>
          {t('share.print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
