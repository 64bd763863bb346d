import type { Language } from '#shared/contract/fixed.ts'
import { dateTimeAt } from '#shared/rules/time/local-time.ts'
import { fill } from '../../kit/language.ts'
import type { MessageUrgency } from '../../notifications/outbox/enqueue.ts'
import { writeMail } from '../../notifications/templates/mail.ts'
import type { AbsenceReason } from '../absence/tables.ts'
import type { ToldAlert } from './delivery-store.ts'
import { clockAt, durationText, howText, limitText, placeText, valueText, whatText, wordsOf } from './words.ts'

export type Event = 'fired' | 'worse' | 'resolved'

/** Absence because of which its reader is told, with the name that the reason tells. */
export interface AbsenceNote {
  reason: AbsenceReason
  name: string
}

export interface Piece {
  alert: ToldAlert
  event: Event
  because?: readonly AbsenceNote[]
}

/** Reason why several alerts come in one mail. */
export type Gathering = 'several' | 'held' | 'digest'

interface EmailText {
  subject: string
  text: string
  html: string
}

export const alertLinkTo = (origin: string, alertId?: number): string =>
  `${origin}/alerts${alertId === undefined ? '' : `?alert=${alertId}`}`

const valuesOf = (alert: ToldAlert, language: Language) => ({
  what: whatText(alert, language),
  device: alert.device_name,
  value: valueText(alert, alert.last_value, language),
  place: placeText(alert, language),
  since: `${dateTimeAt(alert.started_at, alert.time_zone)} (${alert.time_zone})`,
  duration: durationText(Date.parse(alert.resolved_at ?? alert.started_at) - Date.parse(alert.started_at)),
})

const KEYS = { rule: '', device_silent: 'silent_', battery_low: 'battery_' } as const

/** Key of the wording for an event; an alert that is built in does not get worse. */
const keyOf = ({ alert, event }: Piece) =>
  alert.kind === 'rule' ? event : (`${KEYS[alert.kind]}${event === 'resolved' ? 'resolved' : 'fired'}` as const)

/** Line that says what happened, with its place: subject of a mail, title of a push. */
export const subjectOf = (piece: Piece, language: Language): string =>
  fill(wordsOf(language).subject[keyOf(piece)], valuesOf(piece.alert, language))

/** Sentence with the limit, for an SMS or a voice: "NH3 24.6 ppm: Barn 1, De Linde. Limit: above 20 ppm". */
export const sentenceOf = (piece: Piece, language: Language): string => {
  const limit = piece.event === 'resolved' ? null : limitText(piece.alert, language)
  const said = subjectOf(piece, language)
  return limit === null ? said : `${said}. ${fill(wordsOf(language).line.limit, { limit })}`
}

/** Urgency of a message that tells of these: that of the most urgent. */
export const urgencyOf = (pieces: readonly Piece[]): MessageUrgency => {
  const urgencies = pieces.map(({ alert }) => alert.urgency)
  if (urgencies.includes('act_now')) return 'high'
  return urgencies.includes('attention') ? 'normal' : 'low'
}

const leadOf = (piece: Piece, language: Language): string => {
  const { lead } = wordsOf(language)
  const { ended_by } = piece.alert
  const endedOtherwise = piece.event === 'resolved' && ended_by !== null && ended_by !== 'value'
  const ended = ended_by === 'rule' && piece.alert.kind !== 'rule' ? 'ended_limit' : 'ended'
  return fill(lead[endedOtherwise ? ended : keyOf(piece)], valuesOf(piece.alert, language))
}

/** Sentences that say why somebody is told for another, or although away. */
const becauseOf = ({ because = [] }: Piece, language: Language): string[] =>
  because.map(({ reason, name }) => fill(wordsOf(language).absence[reason], { name }))

/** Lines of a mail: value, limit, place, device, since when, how bad, by which rule. */
export const linesOf = (piece: Piece, language: Language): string[] => {
  const { alert, event } = piece
  const { line } = wordsOf(language)
  const { value, place, device, since, duration } = valuesOf(alert, language)
  const limit = limitText(alert, language)
  const how = howText(alert, language)
  const worst = {
    value: valueText(alert, alert.worst_value, language),
    time: alert.worst_at === null ? '' : clockAt(alert.worst_at, alert),
  }
  const isOver = event === 'resolved'
  const hasWorst = alert.worst_at !== null && alert.worst_value !== null && alert.kind === 'rule'
  return [
    ...becauseOf(piece, language),
    isOver && fill(hasWorst ? line.lasted : line.lasted_only, { duration, ...worst }),
    !isOver && limit !== null && fill(how ? line.value : line.value_only, { value, how: how ?? '' }),
    limit !== null && fill(line.limit, { limit }),
    fill(line.place, { place }),
    fill(line.device, { device }),
    fill(line.since, { since }),
    !isOver && hasWorst && alert.worst_value !== alert.last_value && fill(line.worst, worst),
    alert.rule_name !== null && fill(line.rule, { rule: alert.rule_name }),
  ].filter(text => text !== false)
}

const checksOf = ({ alert, event }: Piece, language: Language): string | false => {
  const checks: string[] = JSON.parse(alert.checks)
  return (
    event !== 'resolved' &&
    checks.length > 0 &&
    [wordsOf(language).line.checks, ...checks.map(one => `– ${one}`)].join('\n')
  )
}

/** The mail of one alert, for one person. */
export const alertMail = (
  piece: Piece,
  { language, origin, hasPicture }: { language: Language; origin: string; hasPicture: boolean },
): EmailText => {
  const words = wordsOf(language)
  const { alert } = piece
  const paragraphs = [
    leadOf(piece, language),
    linesOf(piece, language).join('\n'),
    alert.acknowledged_name !== null && fill(words.lead.acknowledged, { name: alert.acknowledged_name }),
    checksOf(piece, language),
  ]
  const mail = writeMail({
    language,
    text: paragraphs.filter(Boolean).join('\n\n'),
    picture: hasPicture ? pictureText(alert, language) : undefined,
    action: { label: words.action, link: alertLinkTo(origin, alert.id) },
    after: words.after,
  })
  return { subject: subjectOf(piece, language), ...mail }
}

export const pictureText = (alert: ToldAlert, language: Language): string =>
  fill(wordsOf(language).picture, { what: whatText(alert, language), limit: limitText(alert, language) ?? '' })

/** Several alerts in one mail, a paragraph each. */
export const gatheredMail = (
  pieces: readonly Piece[],
  { language, origin, why }: { language: Language; origin: string; why: Gathering },
): EmailText => {
  const words = wordsOf(language)
  const mail = writeMail({
    language,
    text: [words.lead[why], ...pieces.map(piece => itemOf(piece, language))].join('\n\n'),
    action: { label: words.action_many, link: alertLinkTo(origin) },
    after: words.after,
  })
  return { subject: gatheredSubject(pieces, why, language), ...mail }
}

export const gatheredSubject = (pieces: readonly Piece[], why: Gathering, language: Language): string => {
  const { subject } = wordsOf(language)
  const [piece] = pieces
  const first = piece ? subjectOf(piece, language) : ''
  if (why !== 'several' && pieces.length === 1) return fill(subject[why], { first })
  return fill(why === 'several' ? subject.several : subject[`${why}_many`], { count: pieces.length, first })
}

const itemOf = (piece: Piece, language: Language): string => {
  const { item } = wordsOf(language)
  const { alert, event } = piece
  const values = valuesOf(alert, language)
  const why = becauseOf(piece, language)
    .map(sentence => `\n${sentence}`)
    .join('')
  const end = event === 'resolved' ? 'over' : 'open'
  if (alert.kind !== 'rule') return fill(item[`event_${end}`], { ...values, sentence: leadOf(piece, language) }) + why
  const worst = event === 'resolved' ? { value: valueText(alert, alert.worst_value, language) } : {}
  return fill(item[end], { ...values, ...worst, limit: limitText(alert, language) ?? '' }) + why
}
