import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import type { Answer } from '#shared/contract/diary/inspections.ts'
import { NUMBERS } from '../answers/answer-text.ts'

export type Given = Answer | null

const same = (one: Answer, other: Answer): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every(value => other.includes(value))
    : one === other

/** Answers side by side without those of some inspections. */
export const withoutSome = <
  Whole extends { inspections: readonly { id: number }[]; rows: readonly { answers: readonly Given[] }[] },
>(
  whole: Whole,
  ids: ReadonlySet<number>,
): Whole => {
  const stays = (_: unknown, index: number) => !ids.has(whole.inspections[index]?.id ?? 0)
  return {
    ...whole,
    inspections: whole.inspections.filter(stays),
    rows: whole.rows.map(row => ({ ...row, answers: row.answers.filter(stays) })),
  }
}

/** The last visit before this one that has an answer. */
export const answerBefore = <Value>(answers: readonly (Value | null)[], index: number): Value | null =>
  answers.slice(0, index).findLast((answer): answer is Value & {} => answer !== null) ?? null

/**
 * Tells whether an answer differs from that of the last visit that has one; the first one does not. Photos are new each
 * time.
 */
export const isAnswerChanged = (
  { input }: Pick<ChecklistItem, 'input'>,
  answers: readonly Given[],
  index: number,
): boolean => {
  const [now, then] = [answers[index] ?? null, answerBefore(answers, index)]
  return now !== null && then !== null && input !== 'photo' && input !== 'file' && !same(now, then)
}

/** Way in which answers over all visits are drawn: a line, blocks that are full or hollow, blocks of a height; or not at all. */
export type StripData =
  | { kind: 'line'; values: (number | null)[] }
  | { kind: 'blocks'; values: (boolean | null)[] }
  | { kind: 'steps'; values: (number | null)[] }

const FACES = ['bad', 'neutral', 'good']

/** Shares of the height, from the last choice to the first. */
const heightOf = (index: number, count: number): number | null => (index < 0 ? null : (count - index) / count)

export const stripOf = (
  item: Pick<ChecklistItem, 'input' | 'choices'>,
  answers: readonly Given[],
): StripData | null => {
  const { input, choices } = item
  if (NUMBERS.includes(input))
    return { kind: 'line', values: answers.map(answer => (typeof answer === 'number' ? answer : null)) }
  if (input === 'yes_no' || input === 'yes_is_bad')
    return { kind: 'blocks', values: answers.map(answer => (typeof answer === 'boolean' ? answer : null)) }
  if (input === 'smileys')
    return {
      kind: 'steps',
      values: answers.map(answer =>
        answer === null ? null : heightOf(2 - FACES.indexOf(String(answer)), FACES.length),
      ),
    }
  if (input === 'choice')
    return {
      kind: 'steps',
      values: answers.map(answer =>
        answer === null
          ? null
          : heightOf(
              choices.findIndex(({ value }) => value === answer),
              choices.length,
            ),
      ),
    }
  return null
}

/** Values measured around each visit, a row a measurement. */
export const climateRows = <Value extends { measurement: string; order: number }>(
  climates: readonly (readonly Value[])[],
): (Value | null)[][] => {
  const known = new Map(climates.flat().map(({ measurement, order }) => [measurement, order]))
  return [...known]
    .sort(([, one], [, other]) => one - other)
    .map(([measurement]) => climates.map(values => values.find(value => value.measurement === measurement) ?? null))
}
