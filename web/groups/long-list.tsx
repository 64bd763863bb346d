import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasWords } from '#shared/rules/formats/search-text.ts'
import { useSome } from '../ui/data-display/use-some.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import classes from './groups.module.css'

/** Lines shown before somebody asks for more, and from how many there is a search. */
const SHOWN = 50
const SEARCHED = 10

interface Props<Item> {
  items: readonly Item[]
  /** Name of the search, and of the list. */
  search: string
  label: string
  textOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** A list of a few lines or of thousands: what fits the search, some at a time. */
export function LongList<Item>({ items, search, label, textOf, children }: Props<Item>) {
  const { t } = useTranslation('groups')
  const [words, setWords] = useState('')
  const found = items.filter(item => hasWords([textOf(item)], words))
  const [some, more] = useSome(found, SHOWN)
  return (
    <>
      {items.length > SEARCHED && <SearchField label={search} search={words} onSearch={setWords} />}
      {found.length === 0 && items.length > 0 && (
        <p className="bm-muted" role="status">
          {t('no_match')}
        </p>
      )}
      <ul className={classes.lines} aria-label={label}>
        {some.map(children)}
      </ul>
      {more}
    </>
  )
}
