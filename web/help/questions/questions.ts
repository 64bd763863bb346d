import { useTranslation } from 'react-i18next'
import type { Texts } from '#shared/locales/texts.ts'
import { alarmWatchScreen } from '../../alarm/screens.ts'
import { defaultRulesScreen, rulesScreen } from '../../alerts/screens.ts'
import { devicesScreen } from '../../devices/screens.ts'
import { outboxScreen } from '../../diary/screens.ts'
import { emissionScreen } from '../../emissions/screens.ts'
import { exportScreen } from '../../exports/screens.ts'
import { roundsScreen } from '../../flocks/screens.ts'
import { groupsScreen } from '../../groups/screens.ts'
import { linkTo, type Target } from '../../kit/routing/address.ts'
import { deletedPlacesScreen, homeScreen } from '../../locations/screens.ts'
import { dataScreen } from '../../measurements/screens.ts'
import { alertDeliveryScreen } from '../../notifications/screens.ts'
import { personalDataScreen } from '../../users/screens.ts'

/** Key of a question; the part of the address behind the page. */
export type Question = keyof Texts['questions']['questions']

export interface QuestionEntry {
  id: Question
  question: string
  answer: string
}

/** Screen that solves what is asked. */
export const SOLVED_ON: Record<Question, Target> = {
  grey: linkTo(devicesScreen),
  no_grade: linkTo(homeScreen),
  grade: linkTo(dataScreen),
  no_alert: linkTo(alarmWatchScreen),
  too_many: linkTo(rulesScreen),
  night: linkTo(alertDeliveryScreen),
  phone: linkTo(alertDeliveryScreen),
  no_response: linkTo(alarmWatchScreen),
  offline: linkTo(outboxScreen),
  who_sees: linkTo(groupsScreen),
  vet: linkTo(groupsScreen),
  silent: linkTo(devicesScreen),
  add_device: linkTo(devicesScreen),
  wrong_value: linkTo(dataScreen),
  limits: linkTo(defaultRulesScreen),
  empty: linkTo(roundsScreen),
  excel: linkTo(exportScreen),
  permit: linkTo(emissionScreen),
  deleted: linkTo(deletedPlacesScreen),
  leaving: linkTo(personalDataScreen),
}

/** All questions in the language of the screen; none as long as their texts are on their way. */
export const useQuestions = (): QuestionEntry[] => {
  const { t, ready } = useTranslation('questions', { useSuspense: false })
  if (!ready) return []
  const texts = t('questions', { returnObjects: true })
  return (Object.keys(texts) as Question[]).map(id => ({ id, ...texts[id] }))
}
