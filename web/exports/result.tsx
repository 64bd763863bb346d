import { Button } from '@mantine/core'
import { IconBraces, IconDatabase, IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  DECIMALS,
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportPreview,
  SEPARATORS,
} from '#shared/contract/measurements/exports.ts'
import { signsOf } from '#shared/rules/formats/csv.ts'
import { EXPORT_STEPS, exportStepOf } from '#shared/rules/science/averaging.ts'
import { HOUR_S } from '#shared/rules/time/units.ts'
import { useFormat } from '../kit/language/format.ts'
import { isAnyChosen, shownDate } from '../kit/language/viewer-formats.ts'
import { OptionCards } from '../ui/forms/option-cards.tsx'
import { Segments } from '../ui/forms/segments.tsx'
import { ExportCard } from './card.tsx'
import type { ExportChoice } from './choice.ts'
import classes from './exports.module.css'
import { FileHead } from './file-head.tsx'
import type { ExportLists } from './queries.ts'
import { TooMuch } from './too-much.tsx'
import { useWords } from './use-words.ts'

interface Props {
  choice: ExportChoice
  preview: ExportPreview
  lists: ExportLists['lists']
  /** The preview is of what was chosen before. */
  old: boolean
  busy: boolean
  onChange: (change: Partial<ExportChoice>) => void
  onExport: () => void
}

/** Content the file would have, or what makes it fit. */
export function Result(props: Props) {
  const { t } = useTranslation('exports')
  const { preview, choice, old, busy, onChange, onExport } = props
  const { size } = useWords()
  const tooMuch = preview.values > preview.most_values
  return (
    <ExportCard title={t('result')}>
      <div className={classes.result} data-old={old || undefined} aria-busy={old}>
        {tooMuch ? (
          <TooMuch
            choice={choice}
            preview={preview}
            lists={props.lists}
            onChange={onChange}
            figures={<Figures {...props} />}
          />
        ) : (
          <>
            <Figures {...props} />
            <Averaging {...props} />
            <File {...props} />
          </>
        )}
      </div>
      <Button
        size="md"
        fullWidth
        leftSection={<IconDownload size={20} stroke={1.8} />}
        disabled={tooMuch || preview.values === 0}
        loading={busy}
        onClick={onExport}
      >
        {tooMuch || preview.values === 0 ? t('export') : t('export_size', { size: size(preview.sizes[choice.format]) })}
      </Button>
    </ExportCard>
  )
}

function Figures({ preview }: Props) {
  const { t } = useTranslation('exports')
  const format = useFormat()
  const days = Math.round(preview.days * 10) / 10
  const figures = [
    ['length', t('days', { count: days, number: format.number(days, Number.isInteger(days) ? 0 : 1) })],
    ['rows', format.number(preview.rows)],
    ['values', format.number(preview.values)],
  ] as const
  return (
    <dl className={classes.figures} data-status={preview.values > preview.most_values ? 'act_now' : undefined}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd className="bm-num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const LADDER = [null, ...EXPORT_STEPS] as const

/** The four ways to average, the one in force raised; longer ones than the period asks for can be chosen. */
function Averaging({ preview, onChange }: Props) {
  const { t } = useTranslation('exports')
  const { means } = useWords()
  const kept = preview.hours_alone_until
  const needed = kept === undefined ? exportStepOf(preview.days) : HOUR_S
  return (
    <div>
      <p className={classes.label}>
        <b>{t('averaging')}</b> <span className="bm-muted">{t('averaging_help')}</span>
      </p>
      <div className={classes.ladder}>
        {LADDER.map(step => (
          <button
            key={step}
            type="button"
            aria-pressed={step === preview.step_seconds}
            disabled={(step ?? 0) < (needed ?? 0)}
            onClick={() => onChange({ step_seconds: step === needed ? undefined : (step ?? undefined) })}
          >
            <b>{means(step)}</b>
            <span>{t(`from_days.${step ?? 'none'}`)}</span>
          </button>
        ))}
      </div>
      {isAnyChosen() && <p className="bm-muted">{t('kept_units')}</p>}
      {kept !== undefined && <p className="bm-muted">{t('hours_alone', { date: shownDate(kept.slice(0, 10)) })}</p>}
    </div>
  )
}

const ICONS: Record<ExportFormat, typeof IconFileText> = {
  csv: IconFileText,
  xlsx: IconFileSpreadsheet,
  parquet: IconDatabase,
  json: IconBraces,
}
const SIGNS = { point: '7.4', comma: '7,4' } as const

function File({ choice, preview, lists, onChange }: Props) {
  const { t } = useTranslation('exports')
  const { size } = useWords()
  const { language } = useFormat()
  const signs = signsOf(choice, language)
  const between = { comma: ',', semicolon: ';', tab: t('tab') }
  const separator = SEPARATORS.find(one => signs.separator === (one === 'tab' ? '\t' : between[one])) ?? 'comma'
  return (
    <div className={classes.file}>
      <p className={classes.label}>
        <b>{t('file')}</b>
      </p>
      <OptionCards
        name="format"
        chosen={choice.format}
        onChoose={format => onChange({ format })}
        options={EXPORT_FORMATS.map(value => ({
          value,
          label: t(`format.${value}`),
          help: t('format_help', { for: t(`format_for.${value}`), size: size(preview.sizes[value]) }),
          icon: ICONS[value],
        }))}
      />
      {choice.format === 'csv' && (
        <div className={classes.signs}>
          <span aria-hidden="true">{t('decimal')}</span>
          <Segments
            aria-label={t('decimal')}
            data={DECIMALS.map(value => ({ value, label: SIGNS[value] }))}
            value={signs.decimal === ',' ? 'comma' : 'point'}
            onChange={value => onChange({ decimal: value })}
          />
          <span aria-hidden="true">{t('between')}</span>
          <Segments
            aria-label={t('between')}
            data={SEPARATORS.map(value => ({ value, label: between[value] }))}
            value={separator}
            onChange={value => onChange({ separator: value })}
          />
        </div>
      )}
      <FileHead format={choice.format} separator={signs.separator} preview={preview} lists={lists} />
    </div>
  )
}
