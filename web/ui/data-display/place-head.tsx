import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageHeading } from '../../kit/pages/page.tsx'
import classes from './place-head.module.css'
import { WithDates } from './with-dates.tsx'

interface Props {
  title: string
  /** Name of the choice of places. */
  label: string
  places: readonly { value: string; label: string }[]
  chosen: string
  onChoose: (value: string) => void
  /** Everything else that can be chosen, and done. */
  children?: ReactNode
}

/** Head of a page about one place at a time: its name, the place, and what else can be chosen. */
export function PlaceHead({ title, label, places, chosen, onChoose, children }: Props) {
  return (
    <header className={classes.head}>
      <PageHeading className={classes.heading}>
        <WithDates text={title} />
      </PageHeading>
      <Select
        size="sm"
        searchable
        allowDeselect={false}
        className={classes.place}
        aria-label={label}
        data={places.map(({ value, label: name }) => ({ value, label: name }))}
        value={chosen}
        onChange={value => value && onChoose(value)}
      />
      {children}
    </header>
  )
}
