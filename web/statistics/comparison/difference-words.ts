import { isTemperature } from '#shared/rules/formats/formats.ts'
import type { MeanDifference } from '#shared/rules/science/mean-difference.ts'
import type { ChartFacts } from '../dashboard/chart-facts.ts'

type Facts = Pick<ChartFacts, 't' | 'unit' | 'decimals' | 'difference' | 'differenceFigure'>

/** Word for where a difference goes: a temperature is warmer or colder, all else higher or lower. */
const wayOf = (difference: number, unit: string) =>
  isTemperature(unit) ? (difference > 0 ? 'warmer' : 'colder') : difference > 0 ? 'higher' : 'lower'

/** `2.1 °C warmer`; nothing at all is said to be the same. */
const said = ({ t, unit, decimals, difference }: Facts, of: number): string => {
  if (Number(of.toFixed(decimals)) === 0) return t('difference.same')
  return t(`difference.${wayOf(of, unit)}`, { value: difference(Math.abs(of)) })
}

/** A difference in a sentence, with how sure it is: `2.1 °C warmer, likely between 1.4 and 2.8 °C`. */
export const differenceText = (facts: Facts, { difference: of, low, high }: MeanDifference): string => {
  const { t, difference, differenceFigure } = facts
  const whole = said(facts, of)
  if (low === null || high === null) return t('difference.alone', { said: whole })
  if (low <= 0 && high >= 0)
    return t('difference.chance', { said: whole, low: said(facts, low), high: said(facts, high) })
  const [least, most] = [Math.abs(low), Math.abs(high)].sort((a, b) => a - b) as [number, number]
  return t('difference.likely', { said: whole, low: differenceFigure(least), high: difference(most) })
}
