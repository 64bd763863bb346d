import { useMemo } from 'react'
import { type GradeThresholds, gradeOf, statusOfGrade } from '#shared/rules/science/grade.ts'
import { type DefinitionLists, definitionOf, judgedBy } from '#shared/rules/science/measurement-definition.ts'
import { GradeBarn } from '../../ui/icons/grade-barn.tsx'
import { AreaMark } from '../dashboard/area-mark.tsx'
import type { ChartArea } from '../dashboard/areas.ts'
import type { CardContent } from '../dashboard/card-content.ts'
import { ChartCard } from '../dashboard/chart-card.tsx'
import { answeredIn, type ChartFacts } from '../dashboard/chart-facts.ts'
import dashboardClasses from '../dashboard/dashboard.module.css'
import type { StatisticsRead } from '../dashboard/queries.ts'
import { useExplain } from '../numbers/explain.tsx'
import { explainFigure } from '../numbers/explanation.ts'
import classes from './research.module.css'
import type { ResearchWords } from './words.ts'

/** Orange below 6, red below 4: research asks less of a barn than its farmer does (specification §8). */
const RESEARCH_GRADES: GradeThresholds = { low_value: 4, high_value: 6 }

/** Grades of the means of each device for the animals around it. */
export const useGrades = (
  read: StatisticsRead,
  areas: readonly ChartArea[],
  facts: ChartFacts,
  { lists, words }: { lists: DefinitionLists; words: ResearchWords },
) => {
  const { t, unit, decimals, name } = facts
  const key = facts.definition.type.abbreviation
  const { answer } = read
  const rows = useMemo(
    () =>
      (answer ? answeredIn(answer, areas, key) : []).flatMap(one => {
        const mean = one.of.box?.mean ?? null
        const known = definitionOf(key, one.area.speciesId, lists)
        if (mean === null || !one.of.box) return []
        const { edges, group } = known ? judgedBy(known, one.of.comfort) : {}
        const grade = edges && group ? gradeOf(mean, edges, group) : null
        return [{ ...one, mean, grade, n: one.of.box.n }]
      }),
    [answer, areas, key, lists],
  )
  const content: CardContent = {
    table: {
      title: `${words('grades.title')}: ${name}`,
      columns: [
        { head: t('figure.device') },
        { head: t('figure.mean'), unit, decimals },
        { head: words('grades.grade'), decimals: 1 },
        { head: t('figure.coverage'), decimals: 0 },
      ],
      rows: rows.map(({ area, mean, grade, of }) => [area.name, mean, grade, of.coverage * 100]),
    },
    picture: null,
  }
  return { rows, content }
}

interface Props {
  read: StatisticsRead
  grades: ReturnType<typeof useGrades>
  facts: ChartFacts
  words: ResearchWords
  below: string
}

/** Badge of each device: how good its mean is for the animals there. */
export function GradesCard({ read, grades: { rows, content }, facts, words, below }: Props) {
  const { t, name, value } = facts
  const explain = useExplain()
  const isGraded = rows.some(({ grade }) => grade !== null)
  return (
    <ChartCard
      name={words('grades.title')}
      unit={name}
      note={words('grades.note')}
      read={read}
      height={96}
      nothing={isGraded ? undefined : words(rows.length > 0 ? 'grades.none' : 'grades.nothing')}
      content={content}
      below={below}
      className={dashboardClasses.whole}
      foot={t('press_to_explain')}
    >
      <ul className={classes.grades}>
        {rows.map(({ area, answered, of, mean, grade, n }) => (
          <li key={area.id}>
            <button
              type="button"
              className={classes.grade}
              onClick={() => {
                const place = { name: area.name, area: answered, of, edges: facts.edgesOf(area, of), n }
                explain(explainFigure(facts, 'mean', value(mean), place))
              }}
            >
              <GradeBarn grade={grade} status={statusOfGrade(grade, RESEARCH_GRADES)} size={38} />
              <span className={classes.graded}>
                <span>
                  <AreaMark slot={area.slot} /> {area.name}
                </span>
                <span className="bm-muted">
                  {t('figure.mean')} {value(mean)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </ChartCard>
  )
}
