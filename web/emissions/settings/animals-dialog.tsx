import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import de from '#shared/locales/de/emission-settings.json' with { type: 'json' }
import en from '#shared/locales/en/emission-settings.json' with { type: 'json' }
import es from '#shared/locales/es/emission-settings.json' with { type: 'json' }
import nl from '#shared/locales/nl/emission-settings.json' with { type: 'json' }
import { slashesExample } from '../../kit/language/viewer-formats.ts'
import { TableInput } from '../../locations/rounds/table-input.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { type AnimalsFrom, type columnsOf, headOf, headsIn, readAnimals } from './animals-file.ts'

const HEADS = headsIn([de, en, es, nl])

interface Props {
  columns: ReturnType<typeof columnsOf>
  onRead: (animals: AnimalsFrom[]) => void
  onClose: () => void
}

/** Takes animals over time from a pasted table or a CSV file into the form, all rows or none. */
export default function AnimalsDialog({ columns, onRead, onClose }: Props) {
  const { t } = useTranslation('emission-settings')
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const { animals, problems, head, unknown } = readAnimals(text, columns, HEADS)
  const names = [t('valid_from'), t('valid_until'), ...columns.map(column => headOf(column, t))]
  const left = unknown.map(one => (typeof one === 'number' ? t('animals.import.column', { number: one }) : `“${one}”`))
  return (
    <FormDialog
      opened
      title={t('animals.import.title')}
      action={t('animals.import.action')}
      busy={false}
      failure={failure}
      onSubmit={event => {
        event.preventDefault()
        if (head !== null) return setFailure(t(`animals.import.head.${head}`, { day: t('valid_from') }))
        if (problems.length > 0 || animals.length === 0)
          return setFailure(
            t(animals.length === 0 && problems.length === 0 ? 'animals.import.none' : 'animals.import.wrong'),
          )
        onRead(animals)
        onClose()
      }}
      onClose={onClose}
    >
      <TableInput
        label={t('animals.import.table')}
        columns={t('animals.import.columns', { columns: names.join('; '), slashes: slashesExample() })}
        value={text}
        problems={problems}
        error={head === null ? undefined : t(`animals.import.head.${head}`, { day: t('valid_from') })}
        onChange={next => {
          setText(next)
          setFailure(null)
        }}
      />
      {left.length > 0 && (
        <Note status="attention">{t('animals.import.unknown', { count: left.length, columns: left.join(', ') })}</Note>
      )}
    </FormDialog>
  )
}
