import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_MAPPING_ROWS } from '#shared/contract/measurements/mappings.ts'
import type { Mapped } from '#shared/rules/ingest/mapping.ts'
import { momentIn } from '../../../kit/language/viewer-formats.ts'
import type { TypesByAbbreviation } from '../../../ui/data-display/formatted-value.ts'
import { StatusShape } from '../../../ui/status/status-shape.tsx'
import { type DraftRow, emptyRow, type MappingDraft } from '../draft.ts'
import classes from '../mapping.module.css'
import { PointsDialog } from '../points-dialog.tsx'
import { MapRow } from './map-row.tsx'
import { useReason } from './outcome.tsx'

interface Props {
  draft: MappingDraft
  mapped: Mapped | null
  types: TypesByAbbreviation
  zone: string
  errors: Readonly<Record<string, string>>
  disabled: boolean
  onChange: (draft: MappingDraft) => void
}

function Time({ draft, mapped, zone, errors, disabled, onChange, types }: Props) {
  const { t } = useTranslation('mapping')
  const reason = useReason(types)
  const time = mapped?.time
  return (
    <div className={classes.time}>
      <TextInput
        classNames={{ input: 'bm-mono' }}
        label={t('time_path')}
        placeholder={t('time_none')}
        value={draft.time_path}
        error={errors.time_path}
        disabled={disabled}
        spellCheck={false}
        autoComplete="off"
        onChange={event => onChange({ ...draft, time_path: event.currentTarget.value })}
      />
      <span className={classes.outcome} data-status={typeof time === 'string' ? 'act_now' : 'good'}>
        <StatusShape status={typeof time === 'string' ? 'act_now' : 'good'} size={18} />
        <b>{typeof time === 'string' ? reason(time) : time ? momentIn(time, zone) : t('time_now')}</b>
      </span>
    </div>
  )
}

/** The rows of a mapping, and what each makes of the message that is looked at. */
export function RowsCard(props: Props) {
  const { draft, mapped, types, errors, disabled, onChange } = props
  const { t } = useTranslation('mapping')
  const [openedKey, setOpenedKey] = useState<number | null>(null)
  const change = (key: number, changes: Partial<DraftRow>) =>
    onChange({ ...draft, rows: draft.rows.map(row => (row.key === key ? { ...row, ...changes } : row)) })
  const pointsOf = draft.rows.find(row => row.key === openedKey)
  return (
    <section className={`bm-card ${classes.rows}`}>
      <h2>{t('rows')}</h2>
      {draft.rows.length === 0 && <p className="bm-muted">{t('rows_empty')}</p>}
      <ol>
        {draft.rows.map((row, index) => (
          <MapRow
            key={row.key}
            number={index + 1}
            outcome={mapped?.outcomes[index]}
            errors={errorsOfRow(errors, index)}
            onChange={changes => change(row.key, changes)}
            onRemove={() => onChange({ ...draft, rows: draft.rows.filter(one => one.key !== row.key) })}
            onPoints={() => setOpenedKey(row.key)}
            {...{ row, types, disabled }}
          />
        ))}
      </ol>
      {!disabled && (
        <Button
          variant="default"
          className={classes.add}
          leftSection={<IconPlus size={18} stroke={2} />}
          disabled={draft.rows.length >= MAX_MAPPING_ROWS}
          onClick={() => onChange({ ...draft, rows: [...draft.rows, emptyRow('')] })}
        >
          {t('add')}
        </Button>
      )}
      {(draft.rows.length > 0 || draft.time_path !== '') && <Time {...props} />}
      {pointsOf && (
        <PointsDialog
          row={pointsOf}
          unit={pointsOf.unit || (types.get(pointsOf.abbreviation)?.unit ?? '')}
          onUse={changes => {
            change(pointsOf.key, changes)
            setOpenedKey(null)
          }}
          onClose={() => setOpenedKey(null)}
        />
      )}
    </section>
  )
}

const errorsOfRow = (errors: Readonly<Record<string, string>>, index: number): Record<string, string> => {
  const prefix = `rows.${index}.`
  const own = Object.entries(errors).filter(([field]) => field.startsWith(prefix))
  return Object.fromEntries(own.map(([field, text]) => [field.slice(prefix.length), text]))
}
