import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { refresh } from '../../kit/api/query.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { TableInput } from './table-input.tsx'
import type { TableRead } from './tables.ts'

/** Sentence of a failure, with the line of the pasted text it is about: `rounds.3.date_in` names the fourth round. */
const sentenceOf = (failure: unknown, lines: readonly number[], say: (row: number, text: string) => string): string => {
  if (!(failure instanceof CallFailed)) throw failure
  const told = Object.entries(failure.errors).map(([field, texts]) => {
    const row = lines[Number(field.split('.')[1])]
    return row === undefined ? texts.join(' ') : say(row, texts.join(' '))
  })
  return told.length > 0 ? told.join(' ') : (failureOf(failure, []).message ?? '')
}

interface Props<Row> {
  title: string
  action: (count: number) => string
  label: string
  /** Columns, and how they are written. */
  columns: string
  read: (text: string) => TableRead<Row>
  send: (rows: Row[]) => Promise<unknown>
  /** Calls that have to be read again afterwards. */
  reads: Parameters<typeof refresh>[1]
  onClose: () => void
}

/** Takes rows from a pasted table or a CSV file: all of them, or none while one is wrong. The text stays until then. */
export function TableDialog<Row>({ title, action, label, columns, read, send, reads, onClose }: Props<Row>) {
  const { t } = useTranslation('rounds')
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { rows, lines, problems } = read(text)
  const store = async () => {
    setBusy(true)
    try {
      await send(rows)
      await refresh(client, reads)
      onClose()
    } catch (thrown) {
      setFailure(sentenceOf(thrown, lines, (row, said) => t('row.said', { row, said })))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog
      opened
      title={title}
      action={action(rows.length)}
      busy={busy}
      failure={failure}
      onSubmit={event => {
        event.preventDefault()
        if (problems.length > 0 || rows.length === 0) setFailure(t(rows.length === 0 ? 'import.none' : 'import.wrong'))
        else void store()
      }}
      onClose={onClose}
    >
      <TableInput
        label={label}
        columns={columns}
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
