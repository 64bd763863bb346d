import { Select, Textarea, TextInput } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { type Round, RoundInput } from '#shared/contract/places/rounds.ts'
import { entriesOf } from '#shared/rules/collections/keys.ts'
import type { AxisMeasure } from '#shared/rules/locations/exposure.ts'
import { ROUND_PRESETS, type RoundPresetKey } from '#shared/rules/locations/round-presets.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { NumberField, numberIn, numberText } from '../../kit/forms/number-field.tsx'
import { fieldText, fieldValue, unitFor } from '../../kit/language/viewer-formats.ts'
import { DateField } from '../../ui/forms/date-field.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { CurveChart } from './age-chart.tsx'
import { BandsField, type BandText } from './bands-field.tsx'
import { ROUND_READS } from './queries.ts'
import { RowProblems } from './row-problems.tsx'
import { bandText, curveText, readBand, readCurve, unitOfMeasure } from './tables.ts'

interface Props {
  areaId: number
  /** Key of the kind of animal. */
  species: string
  /** The one to change; null for a new one. */
  round: Round | null
  /** Local date. */
  today: string
  /** Number that a new one begins with. */
  animals?: number | undefined
  /** True to end it: the day out is today. */
  ending: boolean
  onClose: () => void
}

const NONE = 'none'
const OWN = 'own'

const isPreset = (key: string): key is RoundPresetKey => Object.hasOwn(ROUND_PRESETS, key)

const isUnread = ({ points, problems }: { points: readonly unknown[]; problems: readonly unknown[] }): boolean =>
  problems.length > 0 || points.length === 0

/** First sentence about the band of this place, or where none is given about all bands; undefined without one. */
const errorOfBands = (errors: FormErrors, index?: number): string | undefined => {
  const [, said] =
    Object.entries(errors).find(([field]) => {
      const [first, place] = field.split('.')
      return first === 'bands' && place === index?.toString()
    }) ?? []
  return typeof said === 'string' ? said : undefined
}

/** Units of the temperatures of a curve in the body that is sent. */
const unitOfField = (path: string): string | undefined =>
  path === 'curve.temperature_margin'
    ? 'K'
    : /^curve\.points\.\d+\.temperature$/.test(path)
      ? unitOfMeasure('t')
      : undefined

/** First sentence about a part of the curve, whose fields lie beside each other in the form; undefined without one. */
const errorOfCurve = (errors: FormErrors, part: string): ReactNode =>
  Object.entries(errors).find(([field]) => field.startsWith(`curve.${part}`))?.[1]

/** Begins a round, corrects it or ends it. */
export default function RoundDialog({ areaId, species, round, today, animals, ending, onClose }: Props) {
  const { t } = useTranslation(['rounds', 'ui'])
  const client = useQueryClient()
  /** Curve and bands that the fields were filled from. */
  const curveBefore = (preset: string) => (isPreset(preset) ? ROUND_PRESETS[preset].curve : round?.curve)
  const bandBefore = (measure: AxisMeasure) => round?.bands.find(band => band.measure === measure)?.points
  const { form, failure, busy, onSubmit } = useContractForm({
    body: RoundInput,
    initialValues: {
      name: round?.name ?? '',
      date_in: round?.date_in ?? today,
      date_out: round?.date_out ?? (ending ? today : ''),
      animals: numberText(round?.animals ?? animals),
      age_in: numberText(round?.age_in ?? 0),
      preset: round?.preset ?? (round?.curve ? OWN : NONE),
      curve: round?.curve ? curveText(round.curve) : '',
      temperature_margin: fieldText(round?.curve?.temperature_margin ?? 1.5, 'K'),
      humidity_margin: numberText(round?.curve?.humidity_margin ?? 10),
      bands: (round?.bands ?? []).map((band): BandText => ({ measure: band.measure, text: bandText(band) })),
    },
    toBody: values => ({
      name: values.name || null,
      date_in: values.date_in,
      date_out: values.date_out || null,
      animals: numberIn(values.animals),
      age_in: numberIn(values.age_in) ?? 0,
      preset: isPreset(values.preset) ? values.preset : null,
      curve:
        values.preset === NONE
          ? null
          : {
              points: readCurve(values.curve, curveBefore(values.preset)?.points).points,
              temperature_margin: fieldValue(values.temperature_margin, 'K', false, [
                curveBefore(values.preset)?.temperature_margin,
              ]),
              humidity_margin: numberIn(values.humidity_margin),
            },
      bands: values.bands.map(({ measure, text }) => ({
        measure,
        points: readBand(text, measure, bandBefore(measure)).points,
      })),
    }),
    unitAt: unitOfField,
    send: async body => {
      if (round) await ask(api.updateRound, { params: { id: round.id }, body: { ...body, version: round.version } })
      else await ask(api.createRound, { params: { id: areaId }, body })
      await refresh(client, ROUND_READS)
      onClose()
    },
  })
  const { preset, curve, bands } = form.values
  const read = readCurve(curve)
  const margin = fieldValue(form.values.temperature_margin, 'K') ?? 0
  const presets = entriesOf(ROUND_PRESETS).filter(([, one]) => one.area_types.some(type => type === species))
  /** Input of a part of the curve: its error has the path of the body, and goes once the field is changed. */
  const partOfCurve = (field: string, part: string) => {
    const input = form.getInputProps(field)
    const onChange = (value: unknown) => {
      for (const path of Object.keys(form.errors)) if (path.startsWith(`curve.${part}`)) form.clearFieldError(path)
      input.onChange(value)
    }
    return { ...input, error: errorOfCurve(form.errors, part), onChange }
  }
  const choose = (key: string) => {
    form.setFieldValue('preset', key)
    if (!isPreset(key)) return
    const chosen = ROUND_PRESETS[key].curve
    form.setFieldValue('curve', curveText(chosen))
    form.setFieldValue('temperature_margin', fieldText(chosen.temperature_margin, 'K'))
    form.setFieldValue('humidity_margin', numberText(chosen.humidity_margin))
  }
  return (
    <FormDialog
      opened
      title={t(ending ? 'end' : round ? 'edit' : 'new')}
      action={t('ui:save')}
      busy={busy}
      failure={failure}
      onSubmit={event => {
        event.preventDefault()
        // A row that cannot be read is shown below its table, and nothing is sent without it.
        const isWrong =
          (preset !== NONE && isUnread(read)) || bands.some(({ measure, text }) => isUnread(readBand(text, measure)))
        if (isWrong) event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
        else onSubmit(event)
      }}
      onClose={onClose}
    >
      <DateField label={t('date_in')} {...form.getInputProps('date_in')} />
      <DateField optional label={t('date_out')} description={t('date_out_text')} {...form.getInputProps('date_out')} />
      <NumberField label={t('animals')} {...form.getInputProps('animals')} />
      <NumberField label={t('age_in')} unit={t('days')} {...form.getInputProps('age_in')} />
      <TextInput
        size="md"
        maxLength={100}
        label={
          <>
            {t('name')} <span className="bm-optional">{t('ui:optional')}</span>
          </>
        }
        {...form.getInputProps('name')}
      />
      <Select
        size="md"
        allowDeselect={false}
        label={t('curve.label')}
        description={t('curve.text')}
        data={[
          { value: NONE, label: t('curve.none') },
          ...presets.map(([key]) => ({ value: key, label: t(`preset.${key}`) })),
          { value: OWN, label: t('curve.own') },
        ]}
        value={preset}
        onChange={key => choose(key ?? NONE)}
      />
      {isPreset(preset) && (
        <p className="bm-small bm-muted">
          {t('curve.source', { source: ROUND_PRESETS[preset].source })} {t(`status.${ROUND_PRESETS[preset].status}`)}{' '}
          {t('status.band')}
        </p>
      )}
      {preset !== NONE && (
        <>
          <Textarea
            size="md"
            autosize
            minRows={4}
            maxRows={10}
            label={t('curve.table')}
            description={t('curve.columns', { unit: unitFor('°C') })}
            {...partOfCurve('curve', 'points')}
            error={
              read.points.length === 0
                ? t('curve.missing')
                : read.problems.length > 0 || errorOfCurve(form.errors, 'points')
            }
          />
          <RowProblems problems={read.problems} />
          <NumberField
            label={t('curve.temperature_margin')}
            unit={unitFor('K')}
            {...partOfCurve('temperature_margin', 'temperature_margin')}
          />
          <NumberField
            label={t('curve.humidity_margin')}
            unit="%"
            {...partOfCurve('humidity_margin', 'humidity_margin')}
          />
          {margin > 0 && read.points.length > 0 && (
            <CurveChart
              curve={{ points: read.points, temperature_margin: margin, humidity_margin: 10 }}
              age={round?.age ?? null}
            />
          )}
        </>
      )}
      <BandsField
        bands={bands}
        age={round?.age ?? null}
        error={errorOfBands(form.errors)}
        errors={bands.map((_, index) => errorOfBands(form.errors, index))}
        onChange={next => form.setFieldValue('bands', next)}
      />
    </FormDialog>
  )
}
