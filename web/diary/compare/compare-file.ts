import type { Cell } from '#shared/rules/formats/sheet.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { answerText, digitsOf, unitOf } from '../answers/answer-text.ts'
import type { TableFile } from '../files/table-file.ts'
import type { Compared } from './table.tsx'

/** The comparison as a table: a row an item with its unit, a column a visit. */
export const compareTable = (
  { inspections, rows, climate }: Compared,
  words: Parameters<typeof answerText>[2],
): TableFile => {
  const { t } = words
  const about = (head: string, say: (one: Compared['inspections'][number]) => string): Cell[] => [
    { text: head },
    { text: '' },
    ...inspections.map(one => ({ text: say(one) })),
  ]
  return {
    heads: [t('compare.item'), t('compare.unit'), ...inspections.map(one => dateTimeIn(one.date, one.time_zone))],
    rows: [
      about(t('column.impression'), ({ impression }) => (impression ? t(`impression.${impression}`) : '')),
      about(t('column.needs_attention'), ({ needs_attention }) => t(needs_attention ? 'yes' : 'no')),
      about(t('column.created_by'), ({ created_by }) => created_by ?? ''),
      about(t('column.notes'), ({ notes }) => notes),
      ...rows
        .filter(({ item }) => item.input !== 'heading')
        .map(({ item, answers }): Cell[] => [
          { text: item.name },
          { text: unitOf(item) },
          ...answers.map((answer): Cell => {
            if (answer === null) return { text: '' }
            return typeof answer === 'number'
              ? { number: answer, decimals: digitsOf(item, answer) }
              : { text: answerText(item, answer, words) }
          }),
        ]),
      ...climate.flatMap((values): Cell[][] => {
        const known = values.find(value => value !== null)
        if (!known) return []
        const cells = values.map((value): Cell => ({ number: value?.value ?? null, decimals: known.decimals }))
        return [[{ text: known.name }, { text: known.unit }, ...cells]]
      }),
    ],
  }
}
