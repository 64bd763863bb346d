import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TableInput } from '../../locations/rounds/table-input.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { type columnsOf, headOf, readAnimals } from './animals-file.ts'
import type { SettingValues } from './values.ts'

interface Props {
  columns: ReturnType<typeof columnsOf>
  onRead: (animals: SettingValues['animals']) => void
  onClose: () => void
}

/** Takes animals over time from a pasted table or a CSV file into the form, all rows or none. */
export default function AnimalsDialog({ columns, onRead, onClose }: Props) {
  const { t } = useTranslation('emission-settings')
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const { animals, problems } = readAnimals(text, columns, t)
  const names = columns.map(column => headOf(column, t))
  return (
    <FormDialog
      opened
      title={t('animals.import.title')}
      action={t('animals.import.action')}
      busy={false}
      failure={failure}
      onSubmit={event => {
        event.preventDefault()
        if (problems.length > 0 || animals.length === 0)
          return setFailure(t(animals.length === 0 ? 'animals.import.none' : 'animals.import.wrong'))
        onRead(animals)
        onClose()
      }}
      onClose={onClose}
    >
      <TableInput
        label={t('animals.import.table')}
        columns={t('animals.import.columns', { columns: names.join('; ') })}
        value={text}
        problems={problems}
        onChange={next => {
          setText(next)
          setFailure(null)
        }}
      />
    </FormDialog>
  )
}
