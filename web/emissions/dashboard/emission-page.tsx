import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustments, IconFileText } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AreaEmission, EmissionsAnswer } from '#shared/contract/places/emissions.ts'
import { factorBeginsLater } from '#shared/rules/locations/factor-per-place.ts'
import { EMITTED, type Emitted, SUBSTANCES } from '#shared/rules/science/emission-chain.ts'
import { type EmissionVerdict, ENOUGH_COVERAGE, hasCoverage } from '#shared/rules/science/emission-sum.ts'
import { CALENDAR_PERIODS, type CalendarPeriod } from '#shared/rules/time/calendar-period-names.ts'
import { dayBefore, periodAfter } from '#shared/rules/time/calendar-periods.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { NoLocations } from '../../locations/no-locations.tsx'
import { Explanations, useExplain } from '../../statistics/numbers/explain.tsx'
import { PlaceHead } from '../../ui/data-display/place-head.tsx'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { QueryFailed } from '../../ui/feedback/read-boundary.tsx'
import { EarlierLater } from '../../ui/forms/earlier-later.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import type { ScopeChoice } from '../scope.ts'
import { emissionSettingsScreen } from '../screens.ts'
import { AreasTable } from './areas-table.tsx'
import { areasOfSum, explainArea, explainCoverage, explainForecast, explainTotal } from './derivation.ts'
import classes from './emission.module.css'
import { Logbook } from './logbook.tsx'
import { DrawnHead, Figure } from './parts.tsx'
import { EMISSION_READS, type EmissionChoice, useEmissionChoice, useEmissions } from './queries.ts'
import { MakeReport, ReportsCard } from './reports-card.tsx'
import { SumChart } from './sum-chart.tsx'
import { distanceOf, knownOf, measuredSinceOf, STATUS_OF, useEmissionWords } from './words.ts'

export const reads = () => EMISSION_READS

/** Emission of barns, how sure it is, and how it stands beside the permit. */
export default function EmissionPage() {
  const { t } = useTranslation('emission')
  const choice = useEmissionChoice()
  const { chosen } = choice
  if (!chosen) return <NoLocations title={t('none.title')} text={t('none.text')} />
  return (
    <Explanations>
      <Dashboard choice={choice} chosen={chosen} />
    </Explanations>
  )
}

/** Says that the numbers below are those of before, while they are worked out from what has changed since. */
function Working({ isWorking }: { isWorking: boolean }) {
  const { t } = useTranslation('emission')
  return (
    <p role="status" className={`bm-small bm-muted ${classes.working}`}>
      {isWorking && t('working')}
    </p>
  )
}

/** Unit, the same in every language. */
const KG = 'kg'

const isPeriod = (value: string): value is CalendarPeriod => CALENDAR_PERIODS.some(one => one === value)

function Dashboard({ choice, chosen }: { choice: EmissionChoice; chosen: ScopeChoice }) {
  const { t } = useTranslation(['emission', 'app'])
  const { lists, choices, gas, period, from, isNow, change } = choice
  const { now, before, logbook } = useEmissions({ ...choice, chosen })
  const [isMaking, making] = useDisclosure()
  const answer = now.data
  const measured = new Set(answer?.areas.flatMap(({ gases }) => gases))
  const gases = EMITTED.filter(one => one === gas || one === 'nh3' || measured.has(one))
  const species = new Map(lists.area_types.map(({ id, name }) => [id, name]))
  const settings = answer?.areas[0] && { area_id: answer.areas[0].area_id }
  return (
    <div className={classes.page}>
      <PlaceHead
        title={t('heading', { substance: t(`substance.${gas}`), period: periodName(choice, t) })}
        label={t('scope.label')}
        places={choices}
        chosen={chosen.value}
        onChoose={of => change({ of })}
      >
        <Segments
          aria-label={t('gas')}
          value={gas}
          onChange={value => change({ gas: value })}
          data={gases.map(value => ({ value, label: <QuantityName name={SUBSTANCES[value]} /> }))}
        />
        <span className="bm-grow" />
        <Segments
          aria-label={t('period.label')}
          value={period}
          onChange={value => isPeriod(value) && change({ period: value })}
          data={CALENDAR_PERIODS.map(value => ({ value, label: t(`period.${value}`) }))}
        />
        <EarlierLater
          earlier={t('period.earlier')}
          later={t('period.later')}
          isLast={isNow}
          onEarlier={() => change({ date: periodAfter(from, period, -1) })}
          onLater={() => change({ date: periodAfter(from, period) })}
        />
        <Button
          variant="default"
          size="sm"
          leftSection={<IconAdjustments size={18} stroke={1.9} />}
          renderRoot={props => (
            <ScreenLink to={linkTo(emissionSettingsScreen, settings ? { search: settings } : {})} {...props} />
          )}
        >
          {t('settings')}
        </Button>
        <Button variant="default" size="sm" leftSection={<IconFileText size={18} stroke={1.9} />} onClick={making.open}>
          {t('app:report')}
        </Button>
      </PlaceHead>
      {isMaking && <MakeReport {...{ chosen, gas, from }} isYear={period === 'year'} onClose={making.close} />}
      <QueryFailed query={now} />
      {!answer && now.isPending && <PartLoading />}
      {answer && (
        <>
          <Working isWorking={now.isFetching} />
          <MissingFactor areas={gas === 'nh3' ? answer.areas : []} />
          <Numbers answer={answer} before={before.data} gas={gas} choice={choice} />
          <AreasTable answer={answer} before={before.data} speciesName={id => species.get(id) ?? ''} />
          <div className={classes.foot}>
            <section className={`bm-card ${classes.estimate}`}>
              <p>
                <b>{t('estimate.head')}</b> {t('estimate.text')}
              </p>
              <Method answer={answer} gas={gas} />
            </section>
            <Logbook query={logbook} measurements={lists.measurement_types} />
          </div>
          <ReportsCard
            onMake={making.open}
            other={{
              source: 'Emission',
              gas,
              areas: answer.areas.map(({ area_id }) => area_id),
              interval: 'selection',
              date_start: answer.from,
              date_end: dayBefore(answer.until),
            }}
          />
        </>
      )}
    </div>
  )
}

/** The period in words: 2026, Q4 2026, 2026-11, or the days of a week. */
const periodName = (
  { period, from, until }: Pick<EmissionChoice, 'period' | 'from' | 'until'>,
  t: ReturnType<typeof useEmissionWords>['t'],
): string => {
  if (period === 'year') return from.slice(0, 4)
  if (period === 'month') return shownDate(from.slice(0, 7))
  if (period === 'quarter')
    return t('period.quarter_of', { quarter: Math.ceil(Number(from.slice(5, 7)) / 3), year: from.slice(0, 4) })
  const last = new Date(Date.parse(until) - 1).toISOString().slice(0, 10)
  return `${shownDate(from)} – ${shownDate(last)}`
}

/** Says which areas have no factor, and where to type one: without it nothing can be compared (specification §5). */
function MissingFactor({ areas }: { areas: readonly AreaEmission[] }) {
  const { t } = useTranslation('emission')
  const without = areas.filter(({ problems }) => problems.includes('no_factor'))
  const [first] = without
  if (!first) return null
  const [none, later] = [
    without.filter(({ state }) => !factorBeginsLater(state)),
    without.filter(({ state }) => factorBeginsLater(state)),
  ]
  const named = (some: readonly AreaEmission[]) => ({
    areas: some.map(({ area_name }) => area_name).join(', '),
    count: some.length,
  })
  return (
    <Note status="attention">
      {none.length > 0 && <p>{t('factor_missing', named(none))}</p>}
      {later.length > 0 && <p>{t('factor_begins_later', named(later))}</p>}
      <ScreenLink className="bm-link" to={linkTo(emissionSettingsScreen, { search: { area_id: first.area_id } })}>
        {t('factor_missing_action')}
      </ScreenLink>
    </Note>
  )
}

/** Problems for which no month of N2O is told. */
const NOT_TOLD: ReadonlySet<AreaEmission['problems'][number]> = new Set(['no_detection_limit', 'below_detection'])

const besideOf = (verdict: EmissionVerdict, distance: number) =>
  verdict === 'above_unsure' ? 'beside.above_unsure' : distance > 0 ? 'beside.above' : 'beside.below'

interface NumbersProps {
  answer: EmissionsAnswer
  before: EmissionsAnswer | undefined
  gas: Emitted
  choice: EmissionChoice
}

function Numbers({ answer, before, gas, choice }: NumbersProps) {
  const words = useEmissionWords()
  const { t, mass, percent } = words
  const explain = useExplain()
  const { total, forecast } = answer
  const areas = areasOfSum(answer)
  const distance = distanceOf(total)
  const [only] = answer.areas
  const why = () =>
    explain(
      answer.areas.length === 1 && only
        ? explainArea(words, only, gas)
        : explainTotal(
            words,
            answer,
            t('heading', { substance: t(`substance.${gas}`), period: periodName(choice, t) }),
          ),
    )
  const expected = forecast?.run_rate_rest_kg ?? forecast?.permit_rest_kg ?? null
  const share = expected !== null && forecast?.ceiling_kg ? expected / forecast.ceiling_kg - 1 : null
  const since = measuredSinceOf(words, areas)
  const isLow = (of: AreaEmission['total']) => hasCoverage(of) && of.coverage < ENOUGH_COVERAGE
  const low = areas.filter(area => isLow(area.total))
  const unknown = areas.filter(area => area.total.kg === null)
  const untold = areas.flatMap(({ problems }) => problems.filter(one => NOT_TOLD.has(one)))[0]
  return (
    <div className={classes.numbers}>
      <section className={`bm-card ${classes.sum}`} aria-labelledby="emission-sum">
        <DrawnHead
          id="emission-sum"
          title={t('sum.title', { date: shownDate(answer.from) })}
          unit="sum.unit"
          gas={gas}
          marks={[
            'line',
            'range',
            ...(total.ceiling_kg === null ? [] : (['ceiling'] as const)),
            ...(before && before.total.kg !== null ? (['before'] as const) : []),
          ]}
        />
        <SumChart answer={answer} before={before} />
      </section>
      <section className={`bm-card ${classes.figure}`} data-alone={gas !== 'nh3' || undefined}>
        <p className="bm-small bm-muted">{t(choice.isNow ? 'so_far' : 'in_all')}</p>
        <Figure name={t('total')} value={total.kg === null ? null : `${mass(total.kg)} ${KG}`} onExplain={why}>
          {mass(total.kg ?? 0)} <small>{KG}</small>
        </Figure>
        <p className="bm-small">{knownOf(words, total)}</p>
        {total.kg !== null && unknown.length > 0 && (
          <p className="bm-small bm-muted">
            {t('without', { areas: words.format.list(unknown.map(({ area_name }) => area_name)) })}
          </p>
        )}
        {since && <p className="bm-small bm-muted">{since}</p>}
        {gas === 'nh3' && (
          <p className={classes.verdict}>
            <StatusWord
              status={STATUS_OF[total.verdict]}
              word={
                distance === null || total.verdict === 'not_enough'
                  ? t(`verdict.${total.verdict}`)
                  : t(besideOf(total.verdict, distance), { share: percent(Math.abs(distance)) })
              }
            />
          </p>
        )}
      </section>
      {gas === 'nh3' && (
        <section className={`bm-card ${classes.figure}`}>
          <p className="bm-small bm-muted">{t('forecast.title')}</p>
          {expected === null ? (
            <>
              <p className={classes.big}>–</p>
              <p className="bm-small">
                {t(choice.period === 'year' && choice.isNow ? 'forecast.none' : 'forecast.year')}
              </p>
            </>
          ) : (
            <>
              <Figure
                name={t('forecast.title')}
                value={`${mass(expected)} ${KG}`}
                onExplain={() => explain(explainForecast(words, answer))}
              >
                {mass(expected)} <small>{KG}</small>
              </Figure>
              {share !== null && (
                <p className="bm-small">
                  {t(share > 0 ? 'forecast.above' : 'forecast.below', { share: percent(Math.abs(share)) })}
                </p>
              )}
              <p className="bm-small bm-muted">{forecast && <Rest forecast={forecast} />}</p>
            </>
          )}
        </section>
      )}
      <section className={`bm-card ${classes.figure} ${classes.data}`}>
        <div className={classes.used}>
          <p className="bm-small bm-muted">{t('data.title')}</p>
          <Figure
            name={t('data.title')}
            value={hasCoverage(total) ? percent(total.coverage) : null}
            onExplain={() => explain(explainCoverage(words, answer))}
          />
          {!hasCoverage(total) && untold && <p className="bm-small">{t(`problem.${untold}`)}</p>}
          {low.length > 0 && (
            <StatusWord
              status="attention"
              word={
                low.length === 1
                  ? t('data.low_one', { area: low[0]?.area_name ?? '' })
                  : t('data.low_some', { count: low.length })
              }
            />
          )}
        </div>
        <ul className={classes.coverage}>
          {areas.map(({ area_id, area_name, total: of }) => (
            <li key={area_id} data-low={isLow(of) || undefined}>
              <span>{area_name}</span>
              <i aria-hidden="true">
                <u style={{ width: `${100 * of.coverage}%` }} />
              </i>
              <b className="bm-num">{hasCoverage(of) ? percent(of.coverage) : '–'}</b>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** Says what a forecast takes the rest of the year to be. */
function Rest({ forecast }: { forecast: NonNullable<EmissionsAnswer['forecast']> }) {
  const { t, mass } = useEmissionWords()
  if (forecast.run_rate_rest_kg === null) return t('forecast.by_permit')
  if (forecast.permit_rest_kg === null) return t('forecast.run_rate')
  return t('forecast.permit_rest', { kg: mass(forecast.permit_rest_kg) })
}

/** Opens how all of it is worked out, of the area with most to tell. */
function Method({ answer, gas }: { answer: EmissionsAnswer; gas: Emitted }) {
  const words = useEmissionWords()
  const explain = useExplain()
  const area = answer.areas.find(({ inputs }) => inputs !== null) ?? answer.areas[0]
  return (
    area && (
      <button type="button" className="bm-link" onClick={() => explain(explainArea(words, area, gas))}>
        {words.t('estimate.how')}
      </button>
    )
  )
}
