import { useTranslation } from 'react-i18next'
import type { RejectionCode } from '#shared/contract/measurements/measurements.ts'
import type { RowOutcome } from '#shared/rules/ingest/mapping.ts'
import { openText } from '../../../kit/language/open-text.ts'
import type { TypesByAbbreviation } from '../../../ui/data-display/formatted-value.ts'
import { useFormattedValue } from '../../../ui/data-display/formatted-value.ts'
import type { Status } from '../../../ui/status/status.ts'
import { StatusShape } from '../../../ui/status/status-shape.tsx'
import type { DraftRow } from '../draft.ts'
import classes from '../mapping.module.css'

function Said({ status, word, text }: { status: Status; word: string; text?: string }) {
  return (
    <span className={classes.outcome} data-status={status}>
      <StatusShape status={status} size={18} />
      <span>
        <b>{word}</b>
        {text && <span className="bm-small bm-muted">{text}</span>}
      </span>
    </span>
  )
}

/** Why something is refused, with the range of its measurement; `message` where the screen has no shorter word for it. */
export function useReason(
  types: TypesByAbbreviation,
): (code: RejectionCode, abbreviation?: string, message?: string) => string {
  return (code, abbreviation = '', message = '') => {
    const type = types.get(abbreviation)
    const range = { min: type?.min_value ?? '−∞', max: type?.max_value ?? '∞', unit: type?.unit ?? '' }
    return openText('mapping', `reason.${code}`, range) ?? message
  }
}

interface Props {
  row: DraftRow
  outcome: RowOutcome | undefined
  types: TypesByAbbreviation
}

/** Outcome of a row for the message that is looked at. */
export function Outcome({ row, outcome, types }: Props) {
  const { t } = useTranslation('mapping')
  const format = useFormattedValue(types)
  const reason = useReason(types)
  if (!outcome) return <span className="bm-small bm-muted">{t('outcome.no_message')}</span>
  if (outcome.kind === 'not_there') return <Said status="no_data" word={t('outcome.not_there')} />
  if (row.abbreviation === '') return <Said status="attention" word={t('outcome.choose')} />
  if (outcome.kind === 'left_out') return <Said status="no_data" word={t('outcome.left_out')} />
  if (outcome.kind === 'taken')
    return (
      <Said status="no_data" word={t('outcome.taken')} text={t('outcome.taken_text', { number: outcome.by + 1 })} />
    )
  if (outcome.kind === 'missing') {
    const sent = JSON.stringify(outcome.sent).slice(0, 40)
    return <Said status="no_data" word={t('outcome.missing')} text={t('outcome.missing_text', { sent })} />
  }
  if (outcome.kind === 'refused')
    return <Said status="act_now" word={t('outcome.refused')} text={reason(outcome.code, row.abbreviation)} />
  return <Said status="good" word={format(row.abbreviation, outcome.value)} />
}
