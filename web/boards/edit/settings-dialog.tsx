import { Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { INTERVALS } from '#shared/contract/fixed.ts'
import type { Board } from '#shared/contract/measurements/boards.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'

const PERIODS = INTERVALS.filter(interval => interval !== 'selection')

interface Props {
  board: Board
  busy: boolean
  failure: string | null
  onSave: (change: Pick<Board, 'name' | 'interval' | 'calendar'>) => void
  onClose: () => void
}

/** Name of a board, and the period it opens with. */
export default function SettingsDialog({ board, busy, failure, onSave, onClose }: Props) {
  const { t } = useTranslation(['boards', 'measurements', 'form'])
  const [name, setName] = useState(board.name)
  const [interval, setInterval] = useState(board.interval)
  const [calendar, setCalendar] = useState(board.calendar)
  return (
    <FormDialog
      opened
      title={t('settings.title')}
      action={t('save')}
      {...{ busy, failure, onClose }}
      onSubmit={event => {
        event.preventDefault()
        if (name.trim()) onSave({ name: name.trim(), interval, calendar })
      }}
    >
      <TextInput
        size="md"
        autoComplete="off"
        maxLength={80}
        label={t('name')}
        value={name}
        error={name.trim() ? undefined : t('form:error.required')}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Select
        size="md"
        allowDeselect={false}
        label={t('settings.period')}
        data={PERIODS.map(value => ({ value, label: t(`measurements:interval.${value}`) }))}
        value={interval}
        onChange={value => setInterval(PERIODS.find(one => one === value) ?? interval)}
      />
      <Checkbox
        label={t('measurements:calendar')}
        checked={calendar}
        onChange={event => setCalendar(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
