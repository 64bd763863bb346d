import type { Assessment, DayData } from './insights.ts'
import { condensation, wetAir } from './insights-damp.ts'
import { emissionAbovePermit } from './insights-emission.ts'
import { nh3Load, nh3Trend, nightVentilation, overVentilated, underVentilated } from './insights-gas.ts'
import { coldOrDraught, heatStress, patternLost, temperatureSwing } from './insights-heat.ts'
import { lightHours, neighbourDifference } from './insights-others.ts'

const RULES: readonly ((data: DayData) => Assessment | null)[] = [
  underVentilated,
  overVentilated,
  nh3Trend,
  nh3Load,
  temperatureSwing,
  heatStress,
  coldOrDraught,
  condensation,
  patternLost,
  wetAir,
  lightHours,
  emissionAbovePermit,
  neighbourDifference,
]

/** Assessments of a day that is over. */
export const assessDay = (data: DayData): Assessment[] => RULES.flatMap(rule => rule(data) ?? [])

/** Assessments of a night, as soon as it is over. */
export const assessNight = (data: DayData): Assessment[] => [nightVentilation(data)].flatMap(one => one ?? [])
