import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { cloneElement, type ReactElement, Suspense, useEffect } from 'react'
import { dateTimeIn } from '../../kit/language/format.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import classes from '../page/data.module.css'
import { selectionOf } from '../period/period-choice.ts'
import type { PeriodControl } from '../period/use-period.ts'

const SelectionForm = lazyPart(() => import('./selection-form.tsx'))

interface Props {
  target: ReactElement<{ 'aria-expanded'?: boolean; onClick?: () => void }>
  period: PeriodControl
  timeZone: string
}

/** The calendar of a free selection below its button. */
export default function SelectionPopover({ target, period, timeZone }: Props) {
  const [opened, { open, toggle, close }] = useDisclosure(false)
  // Open from the first, it would not know where the focus came from.
  useEffect(open, [open])
  const selection = selectionOf(period.choice)
  const [date_start, date_end] = selection
    ? [selection.from, selection.until].map(time => dateTimeIn(time, timeZone))
    : [period.choice.date_start, period.choice.date_end]
  const select = (from: string, until: string) => {
    period.select(from, until)
    close()
  }
  return (
    <Popover opened={opened} onChange={value => !value && close()} withinPortal trapFocus shadow="md" position="bottom">
      <Popover.Target>{cloneElement(target, { 'aria-expanded': opened, onClick: toggle })}</Popover.Target>
      <Popover.Dropdown className={classes.calendar}>
        <Suspense fallback={<div className={classes.calendarWait} />}>
          <SelectionForm start={date_start} end={date_end} timeZone={timeZone} onSelect={select} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
