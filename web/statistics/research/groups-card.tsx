import { Button, MultiSelect } from '@mantine/core'
import { useMemo } from 'react'
import { type WeekDifference, weekDifferences } from '#shared/rules/science/group-difference.ts'
import { OptionChart } from '../../charts/option-chart.tsx'
import { unitFor } from '../../kit/language/viewer-formats.ts'
import { type AreaOption, listedOf, missingIn } from '../dashboard/areas.ts'
import type { CardContent } from '../dashboard/card-content.ts'
import { ChartCard } from '../dashboard/chart-card.tsx'
import type { ChartFacts } from '../dashboard/chart-facts.ts'
import dashboardClasses from '../dashboard/dashboard.module.css'
import type { StatisticsRead } from '../dashboard/queries.ts'
import { dayMeansOf } from '../numbers/day-means.ts'
import { useExplain } from '../numbers/explain.tsx'
import type { Explanation } from '../numbers/explanation.ts'
import { groupsOption, weekAt } from './groups-option.ts'
import type { ChangeResearch } from './queries.ts'
import classes from './research.module.css'
import type { ResearchSelection } from './research-selection.ts'
import type { ResearchWords } from './words.ts'

const HEIGHT = 220

export const useGroups = (
  read: StatisticsRead,
  { treatment, control }: Pick<ResearchSelection, 'treatment' | 'control'>,
  facts: ChartFacts,
  words: ResearchWords,
) => {
  const { name, unit, decimals, language } = facts
  const key = facts.definition.type.abbreviation
  const { answer } = read
  const averaging = answer?.areas.flatMap(({ measurements }) => measurements[key]?.averaging ?? [])[0] ?? 'arithmetic'
  const isRound = averaging === 'circular'
  // Lists of the address are new ones at each reading of it.
  const chosen = JSON.stringify([treatment, control])
  const weeks = useMemo(() => {
    const [treated = [], others = []] = JSON.parse(chosen) as number[][]
    return isRound ? [] : weekDifferences(dayMeansOf(answer, treated, key), dayMeansOf(answer, others, key), averaging)
  }, [answer, isRound, averaging, chosen, key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language
  const draw = useMemo(
    () => groupsOption(weeks, { unit, isDifference: true, none: words('groups.no_difference') }),
    [weeks, unit, language],
  )
  const content: CardContent = {
    table: {
      title: `${words('groups.title')}: ${name}`,
      columns: [
        { head: words('groups.week') },
        { head: words('groups.treatment'), unit, decimals },
        { head: words('groups.n_treatment'), decimals: 0 },
        { head: words('groups.control'), unit, decimals },
        { head: words('groups.n_control'), decimals: 0 },
        { head: words('groups.difference'), unit, isDifference: true, decimals },
        { head: words('groups.low'), unit, isDifference: true, decimals },
        { head: words('groups.high'), unit, isDifference: true, decimals },
      ],
      rows: weeks.map(({ week, treatment: a, control: b, difference, low, high }) => [
        ...[week, a.mean, a.n, b.mean, b.n],
        ...[difference, low, high],
      ]),
    },
    picture: weeks.length > 0 ? { draw, foot: words('groups.foot'), entries: [] } : null,
  }
  return { weeks, draw, content, isRound }
}

const explainWeek = (
  { t, name, value, difference: amount, number, period }: ChartFacts,
  words: ResearchWords,
  { week, treatment, control, difference, low, high, freedom }: WeekDifference,
): Explanation => ({
  title: `${name}, ${words('groups.week_of', { week })}`,
  steps: [
    { name: t('explain.period'), lines: [period] },
    {
      name: t('explain.counted'),
      lines: [
        words('groups.mean_of', { group: words('groups.treatment'), value: value(treatment.mean), count: treatment.n }),
        words('groups.mean_of', { group: words('groups.control'), value: value(control.mean), count: control.n }),
      ],
    },
    {
      name: t('explain.how'),
      lines: [
        words('groups.how_means'),
        freedom === null ? words('groups.too_small') : words('groups.how_interval', { freedom: number(freedom, 1) }),
      ],
    },
    {
      name: t('explain.result'),
      lines: [
        `${words('groups.difference')}: ${amount(difference)}`,
        ...(low === null || high === null
          ? []
          : [
              words('groups.between', { low: amount(low), high: amount(high) }),
              words(low <= 0 && high >= 0 ? 'groups.chance' : 'groups.not_chance'),
            ]),
      ],
    },
  ],
})

interface Props {
  /** Answer that the placements to choose from are of, and that of the chosen ones. */
  overview: StatisticsRead
  read: StatisticsRead
  groups: ReturnType<typeof useGroups>
  options: readonly AreaOption[]
  selection: ResearchSelection
  facts: ChartFacts
  words: ResearchWords
  below: string
  onChange: ChangeResearch
}

/** Difference of two groups of placements in each week, with how far it may be chance. */
export function GroupsCard(props: Props) {
  const { overview, read, groups, options, selection, facts, words, below, onChange } = props
  const { weeks, draw, content, isRound } = groups
  const { value, name, unit, t } = facts
  const explain = useExplain()
  const { treatment, control } = selection
  const isChosen = treatment.length > 0 && control.length > 0
  const missing = overview.answer && !overview.old ? missingIn([...treatment, ...control], options) : 0
  const data = options.map(({ id, name: label, farm }) => ({ value: String(id), label: `${label}, ${farm}` }))
  const groupOf = (group: 'treatment' | 'control', other: readonly number[]) => (
    <MultiSelect
      size="sm"
      searchable
      clearable
      label={words(`groups.${group}`)}
      placeholder={selection[group].length === 0 ? words('groups.choose') : undefined}
      data={data.filter(one => !other.includes(Number(one.value)))}
      value={listedOf(selection[group], options).map(String)}
      onChange={ids => onChange({ [group]: ids.map(Number) })}
    />
  )
  return (
    <ChartCard
      name={words('groups.title')}
      unit={`${name} ${unitFor(unit)}`}
      note={words('groups.note')}
      read={overview}
      height={HEIGHT}
      content={isChosen && weeks.length > 0 ? content : null}
      below={below}
      className={dashboardClasses.whole}
      foot={weeks.length > 0 ? t('press_to_explain') : undefined}
    >
      <div className={classes.groups}>
        {groupOf('treatment', control)}
        {groupOf('control', treatment)}
      </div>
      {missing > 0 && <p className="bm-small bm-muted">{t('filters.devices.missing', { count: missing })}</p>}
      {isChosen && read.failure ? (
        <div className={classes.groupsNothing} role="alert">
          <p>{words('groups.failed')}</p>
          <Button variant="light" onClick={read.again}>
            {t('again')}
          </Button>
        </div>
      ) : isChosen && !read.answer ? (
        <span className={`bm-skeleton ${dashboardClasses.bone}`} style={{ height: HEIGHT }} aria-hidden="true" />
      ) : weeks.length === 0 || !isChosen ? (
        <p className={classes.groupsNothing}>
          {words(isRound ? 'groups.round' : isChosen ? 'groups.nothing' : 'groups.choose_both')}
        </p>
      ) : (
        <OptionChart
          draw={draw}
          height={HEIGHT}
          label={words('groups.label', { name, count: weeks.length })}
          overlay={size =>
            weeks.map((week, index) => (
              <button
                key={week.week}
                type="button"
                className={dashboardClasses.over}
                style={{ top: 0, height: size.height, ...weekAt(index, weeks.length, size.width) }}
                aria-label={words('groups.said', { week: week.week, value: value(week.difference) })}
                onClick={() => explain(explainWeek(facts, words, week))}
              />
            ))
          }
        />
      )}
    </ChartCard>
  )
}
