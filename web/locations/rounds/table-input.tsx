import { Button, FileButton, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { textOfBytes } from './file-text.ts'
import { RowProblems } from './row-problems.tsx'
import type { RowProblem } from './tables.ts'

interface Props {
  label: string
  /** Columns, and how they are written. */
  columns: string
  value: string
  problems: readonly RowProblem[]
  /** Defect of the whole of it, in words. */
  error?: string | undefined
  onChange: (text: string) => void
}

/** Table to paste, or to take from a CSV file, with what is wrong in it. */
export function TableInput({ label, columns, value, problems, error, onChange }: Props) {
  const { t } = useTranslation('rounds')
  return (
    <>
      <Textarea
        size="md"
        autosize
        minRows={6}
        maxRows={14}
        label={label}
        description={columns}
        value={value}
        error={error ?? problems.length > 0}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <FileButton
        accept=".csv,.txt,text/csv"
        onChange={file => void file?.arrayBuffer().then(bytes => onChange(textOfBytes(new Uint8Array(bytes))))}
      >
        {props => (
          <Button variant="default" {...props}>
            {t('import.file')}
            <span className="bm-hidden"> {label}</span>
          </Button>
        )}
      </FileButton>
      <RowProblems problems={problems} />
    </>
  )
}
