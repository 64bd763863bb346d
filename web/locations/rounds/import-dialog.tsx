import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { ROUND_READS } from './queries.ts'
import { TableInput } from './table-input.tsx'
import { readRounds } from './tables.ts'

/** Sentence of a failure, with the line of the pasted text it is about: `rounds.3.date_in` names the fourth round. */
const sentenceOf = (failure: unknown, rows: readonly number[], say: (row: number, text: string) => string): string => {
  if (!(failure instanceof CallFailed)) throw failure
  const told = Object.entries(failure.errors).map(([field, texts]) => {
    const row = rows[Number(field.split('.')[1])]
    return row === undefined ? texts.join(' ') : say(row, texts.join(' '))
  })
  return told.length > 0 ? told.join(' ') : (failureOf(failure, []).message ?? '')
}

/** Takes past rounds from a pasted table or a CSV file: all of them, or none while a row is wrong. The text stays until then. */
export default function ImportDialog({ areaId, onClose }: { areaId: number; onClose: () => void }) {
  const { t } = useTranslation('rounds')
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { rounds, rows, problems } = readRounds(text)
  const change = (next: string) => {
    setText(next)
    setFailure(null)
  }
  const send = async () => {
    setBusy(true)
    try {
      await ask(api.importRounds, { params: { id: areaId }, body: { rounds } })
      await refresh(client, ROUND_READS)
      onClose()
    } catch (thrown) {
      setFailure(sentenceOf(thrown, rows, (row, said) => t('row.said', { row, said })))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog
      opened
      title={t('import.title')}
      action={t('import.action', { count: rounds.length })}
      busy={busy}
      failure={failure}
      onSubmit={event => {
        event.preventDefault()
        if (problems.length > 0 || rounds.length === 0)
          setFailure(t(rounds.length === 0 ? 'import.none' : 'import.wrong'))
        else void send()
      }}
      onClose={onClose}
    >
      <TableInput
        label={t('import.table')}
        columns={t('import.columns')}
        value={text}
        problems={problems}
        onChange={change}
      />
    </FormDialog>
  )
}
