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
import type { Screen } from '../../kit/routing/screen.ts'
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

/** Screen that solves what is asked, with the way to it. */
export interface Solution {
  screen: Pick<Screen, 'who' | 'drawer' | 'title'>
  to: Target
}

const solvedOn = (screen: Parameters<typeof linkTo>[0] & Solution['screen']): Solution => ({
  screen,
  to: linkTo(screen),
})

export const SOLVED_ON: Record<Question, Solution> = {
  grey: solvedOn(devicesScreen),
  no_grade: solvedOn(homeScreen),
  grade: solvedOn(dataScreen),
  no_alert: solvedOn(alarmWatchScreen),
  too_many: solvedOn(rulesScreen),
  night: solvedOn(alertDeliveryScreen),
  phone: solvedOn(alertDeliveryScreen),
  no_response: solvedOn(alarmWatchScreen),
  offline: solvedOn(outboxScreen),
  who_sees: solvedOn(groupsScreen),
  vet: solvedOn(groupsScreen),
  silent: solvedOn(devicesScreen),
  add_device: solvedOn(devicesScreen),
  wrong_value: solvedOn(dataScreen),
  limits: solvedOn(defaultRulesScreen),
  empty: solvedOn(roundsScreen),
  excel: solvedOn(exportScreen),
  permit: solvedOn(emissionScreen),
  deleted: solvedOn(deletedPlacesScreen),
  leaving: solvedOn(personalDataScreen),
}

/** All questions in the language of the screen; none as long as their texts are on their way. */
export const useQuestions = (): QuestionEntry[] => {
  const { t, ready } = useTranslation('questions', { useSuspense: false })
  if (!ready) return []
  const texts = t('questions', { returnObjects: true })
  return (Object.keys(texts) as Question[]).map(id => ({ id, ...texts[id] }))
}
