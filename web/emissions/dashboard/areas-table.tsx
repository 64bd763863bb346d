import { useTranslation } from 'react-i18next'
import type { AreaEmission, EmissionsAnswer } from '#shared/contract/places/emissions.ts'
import { factorPerPlace, nothingSaid, problemSaid } from '#shared/rules/locations/factor-per-place.ts'
import { hasCoverage } from '#shared/rules/science/emission-sum.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useExplain } from '../../statistics/numbers/explain.tsx'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { emissionSettingsScreen } from '../screens.ts'
import { explainArea } from './derivation.ts'
import classes from './emission.module.css'
import { EmptiedHint } from './emptied-hint.tsx'
import { DrawnHead } from './parts.tsx'
import { STATUS_OF, useEmissionWords } from './words.ts'

interface Props {
  answer: EmissionsAnswer
  before: EmissionsAnswer | undefined
  /** Name of a kind of animal by its id. */
  speciesName: (id: number) => string
}

/** kg per place and year of each area with its uncertainty, against the factor of its permit. */
export function AreasTable({ answer, before, speciesName }: Props) {
  const { t } = useTranslation('emission')
  const withFactor = answer.gas === 'nh3'
  return (
    <section className={`bm-card ${classes.areas}`} aria-labelledby="emission-areas">
      <DrawnHead
        id="emission-areas"
        title={t('areas.title')}
        unit="areas.unit"
        gas={answer.gas}
        marks={['measured', 'range', ...(withFactor ? (['factor'] as const) : [])]}
      />
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('areas.area')}</th>
            <th data-number>{t('areas.places')}</th>
            <th data-number>{t('areas.measured')}</th>
            {withFactor && <th data-number>{t('areas.factor')}</th>}
            {withFactor && <th>{t('areas.against')}</th>}
            <th>{t('areas.parts')}</th>
            <th data-number>{t('areas.before')}</th>
            <th>{t('areas.ventilation')}</th>
            <th data-number>{t('areas.data')}</th>
            <th>{t('areas.status')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.areas.map(area => (
            <AreaRow
              key={area.area_id}
              area={area}
              gas={answer.gas}
              until={answer.until}
              before={before?.areas.find(one => one.area_id === area.area_id)}
              species={speciesName(area.area_type_id)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface RowProps {
  area: AreaEmission
  gas: EmissionsAnswer['gas']
  until: EmissionsAnswer['until']
  before: AreaEmission | undefined
  species: string
}

function AreaRow({ area, gas, until, before, species }: RowProps) {
  const { t, format, percent, factor: factorText } = useEmissionWords()
  const { total, state } = area
  const measured = total.kg_per_place_year
  const error = total.kg && measured !== null ? Math.abs(((total.kg_high ?? 0) - total.kg) / total.kg) : 0
  const decimals = measured ? (Math.abs(measured) < 0.1 ? 4 : 2) : 0
  const old = before?.total.kg_per_place_year ?? null
  const change = measured !== null && old ? measured / old - 1 : null
  const factor = state && factorPerPlace(state, total)
  const away = Math.abs(measured ?? 0) * error
  const [low, high] = [(measured ?? 0) - away, (measured ?? 0) + away]
  const withFactor = gas === 'nh3'
  const nothing = nothingSaid(area, gas)
  return (
    <tr>
      <th scope="row">
        {area.area_name} <span className={classes.species}>{species}</span>
        {area.problems
          .filter(problem => withFactor || problem !== 'no_factor')
          .map(problem => (
            <span key={problem} className={classes.problem}>
              {t(`problem.${problemSaid(problem, area)}`)}{' '}
              {!NOTHING_TO_FIX.has(problem) && (
                <ScreenLink
                  className="bm-link"
                  to={linkTo(emissionSettingsScreen, { search: { area_id: area.area_id } })}
                >
                  {t('problem.fix')}
                  <span className="bm-hidden"> {area.area_name}</span>
                </ScreenLink>
              )}
            </span>
          ))}
        {nothing && <span className={classes.problem}>{t(`problem.${nothing}`)}</span>}
        {state?.animals_from === 'round' && (
          <EmptiedHint areaId={area.area_id} areaName={area.area_name} until={until} />
        )}
        {area.plausible && !area.plausible.holds && <span className={classes.problem}>{t('problem.implausible')}</span>}
        {!area.in_sum && <span className={classes.hint}>{t('not_in_sum')}</span>}
        {area.indicative && <span className={classes.hint}>{t('indicative')}</span>}
      </th>
      <td data-number data-label={t('areas.places')}>
        {area.animal_places === null ? '–' : format.number(area.animal_places)}
      </td>
      <td data-number data-label={t('areas.measured')}>
        <Measured area={area} gas={gas} range={{ low, high, decimals }} />
      </td>
      {withFactor && (
        <td data-number data-label={t('areas.factor')}>
          {factor === null ? '–' : factorText(factor)}
        </td>
      )}
      {withFactor && (
        <td className={classes.wide}>
          <Against
            measured={measured}
            low={low}
            high={high}
            factor={factor}
            isEnough={total.verdict !== 'not_enough'}
            label={t('areas.against_spoken', {
              measured: measured === null ? '–' : format.number(measured, decimals),
              factor: factor === null ? '–' : factorText(factor),
            })}
          />
        </td>
      )}
      <td data-label={t('areas.parts')}>
        <Parts area={area} />
      </td>
      <td data-number data-label={t('areas.before')}>
        {change === null ? '–' : `${change > 0 ? '+' : ''}${percent(change)}`}
      </td>
      <td data-label={t('areas.ventilation')}>
        <QuantityName
          name={
            area.methods.length > 0
              ? format.list(area.methods.map(({ method }) => t(`ventilation.${method}`)))
              : t(`ventilation.${area.ventilation}`)
          }
        />
      </td>
      <td data-number data-label={t('areas.data')}>
        {hasCoverage(total) ? percent(total.coverage) : '–'}
      </td>
      <td data-label={t('areas.status')}>
        <StatusWord status={STATUS_OF[total.verdict]} word={t(`verdict.${total.verdict}`)} />
      </td>
    </tr>
  )
}

interface MeasuredProps extends Pick<RowProps, 'area' | 'gas'> {
  /** Likely range of a place and year. */
  range: { low: number; high: number; decimals: number }
}

/**
 * kg per place and year, or of the whole area where nobody says its places: each leads to how it came about, as a dash does where
 * the means of the air are known.
 */
function Measured({ area, gas, range: { low, high, decimals } }: MeasuredProps) {
  const words = useEmissionWords()
  const { t, format, mass } = words
  const explain = useExplain()
  const { kg_per_place_year: each, kg, kg_low, kg_high } = area.total
  const [value, range] =
    each !== null
      ? [
          format.number(each, decimals),
          low < high ? `${format.number(low, decimals)}–${format.number(high, decimals)}` : '',
        ]
      : kg !== null
        ? [`${mass(kg)} kg`, `${mass(kg_low ?? kg)}–${mass(kg_high ?? kg)}`]
        : ['–', '']
  if (kg === null && area.inputs === null) return value
  return (
    <button
      type="button"
      className={classes.number}
      aria-label={t('why', { name: area.area_name, value: `${value} ${range}`.trim() })}
      onClick={() => explain(explainArea(words, area, gas))}
    >
      <b>{value}</b> <span className={classes.pm}>{range}</span>
    </button>
  )
}

/** Problems that say what was measured: no setting changes it. */
const NOTHING_TO_FIX: ReadonlySet<AreaEmission['problems'][number]> = new Set([
  'below_detection',
  'months_below_detection',
])

/** Width of the scale as a multiple of the factor. */
const BEYOND = 1.45

interface AgainstProps {
  measured: number | null
  low: number
  high: number
  factor: number | null
  isEnough: boolean
  label: string
}

/** Bar of what was measured, its likely range, and the factor as a line. */
function Against({ measured, low, high, factor, isEnough, label }: AgainstProps) {
  const scale = factor ? Math.max(factor * BEYOND, high * 1.05) : high * 1.2
  if (!(scale > 0))
    return (
      <span aria-hidden="true" data-none>
        –
      </span>
    )
  const at = (value: number) => (100 * Math.max(0, value)) / scale
  return (
    <svg viewBox="0 0 100 12" preserveAspectRatio="none" className={classes.against} role="img" aria-label={label}>
      <rect y="3" width="100" height="6" className={classes.track} />
      {factor !== null && (
        <rect y="3" width={at(factor)} height="6" className={isEnough ? classes.allowed : classes.hatched} />
      )}
      {measured !== null && (
        <>
          <rect x={at(low)} y="4" width={at(high) - at(low)} height="4" className={classes.likely} />
          <rect x={at(measured) - 0.6} y="1.5" width="1.2" height="9" className={classes.mark} />
        </>
      )}
      {factor !== null && <rect x={at(factor) - 0.3} y="0" width="0.6" height="12" className={classes.limit} />}
    </svg>
  )
}

/** Parts of the period beside each other; one of which nothing is known is an outline. */
function Parts({ area }: { area: AreaEmission }) {
  const { t } = useTranslation('emission')
  const { format } = useEmissionWords()
  const values = area.periods.map(({ kg_per_place_year }) => kg_per_place_year)
  const highest = Math.max(...values.map(value => value ?? 0), 0.0001)
  const label = values.map(value => (value === null ? '–' : format.number(value, 2))).join(', ')
  return (
    <span className={classes.parts} role="img" aria-label={t('areas.parts_spoken', { values: label })}>
      {area.periods.map(({ from, kg_per_place_year: value }) => (
        <i
          key={from}
          data-empty={value === null || undefined}
          style={{ height: `${Math.max(12, (100 * (value ?? highest)) / highest)}%` }}
        />
      ))}
    </span>
  )
}
