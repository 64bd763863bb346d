import { type Reader, readDateTime } from '#shared/rules/formats/formats.ts'
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

const valuesOf = (alert: ToldAlert, reader: Reader) => ({
  what: whatText(alert, reader),
  device: alert.device_name,
  value: valueText(alert, alert.last_value, reader),
  place: placeText(alert, reader),
  since: `${readDateTime(dateTimeAt(alert.started_at, alert.time_zone), reader)} (${alert.time_zone})`,
  duration: durationText(Date.parse(alert.resolved_at ?? alert.started_at) - Date.parse(alert.started_at)),
})

const KEYS = { rule: '', device_silent: 'silent_', battery_low: 'battery_' } as const

/** Key of the wording for an event; an alert that is built in does not get worse. */
const keyOf = ({ alert, event }: Piece) =>
  alert.kind === 'rule' ? event : (`${KEYS[alert.kind]}${event === 'resolved' ? 'resolved' : 'fired'}` as const)

/** Line that says what happened, with its place: subject of a mail, title of a push. */
export const subjectOf = (piece: Piece, reader: Reader): string =>
  fill(wordsOf(reader.language).subject[keyOf(piece)], valuesOf(piece.alert, reader))

/** Sentence with the limit, for an SMS or a voice: "NH3 24.6 ppm: Barn 1, De Linde. Limit: above 20 ppm". */
export const sentenceOf = (piece: Piece, reader: Reader): string => {
  const limit = piece.event === 'resolved' ? null : limitText(piece.alert, reader)
  const said = subjectOf(piece, reader)
  return limit === null ? said : `${said}. ${fill(wordsOf(reader.language).line.limit, { limit })}`
}

/** Urgency of a message that tells of these: that of the most urgent. */
export const urgencyOf = (pieces: readonly Piece[]): MessageUrgency => {
  const urgencies = pieces.map(({ alert }) => alert.urgency)
  if (urgencies.includes('act_now')) return 'high'
  return urgencies.includes('attention') ? 'normal' : 'low'
}

const leadOf = (piece: Piece, reader: Reader): string => {
  const { lead } = wordsOf(reader.language)
  const { ended_by } = piece.alert
  const endedOtherwise = piece.event === 'resolved' && ended_by !== null && ended_by !== 'value'
  const ended = ended_by === 'rule' && piece.alert.kind !== 'rule' ? 'ended_limit' : 'ended'
  return fill(lead[endedOtherwise ? ended : keyOf(piece)], valuesOf(piece.alert, reader))
}

/** Sentences that say why somebody is told for another, or although away. */
const becauseOf = ({ because = [] }: Piece, reader: Reader): string[] =>
  because.map(({ reason, name }) => fill(wordsOf(reader.language).absence[reason], { name }))

/** Lines of a mail: value, limit, place, device, since when, how bad, by which rule. */
export const linesOf = (piece: Piece, reader: Reader): string[] => {
  const { alert, event } = piece
  const { line } = wordsOf(reader.language)
  const { value, place, device, since, duration } = valuesOf(alert, reader)
  const limit = limitText(alert, reader)
  const how = howText(alert, reader)
  const worst = {
    value: valueText(alert, alert.worst_value, reader),
    time: alert.worst_at === null ? '' : clockAt(alert.worst_at, alert, reader),
  }
  const isOver = event === 'resolved'
  const hasWorst = alert.worst_at !== null && alert.worst_value !== null && alert.kind === 'rule'
  return [
    ...becauseOf(piece, reader),
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

const checksOf = ({ alert, event }: Piece, reader: Reader): string | false => {
  const checks: string[] = JSON.parse(alert.checks)
  return (
    event !== 'resolved' &&
    checks.length > 0 &&
    [wordsOf(reader.language).line.checks, ...checks.map(one => `– ${one}`)].join('\n')
  )
}

/** The mail of one alert, for one person. */
export const alertMail = (
  piece: Piece,
  { reader, origin, hasPicture }: { reader: Reader; origin: string; hasPicture: boolean },
): EmailText => {
  const words = wordsOf(reader.language)
  const { alert } = piece
  const paragraphs = [
    leadOf(piece, reader),
    linesOf(piece, reader).join('\n'),
    alert.acknowledged_name !== null && fill(words.lead.acknowledged, { name: alert.acknowledged_name }),
    checksOf(piece, reader),
  ]
  const mail = writeMail({
    language: reader.language,
    text: paragraphs.filter(Boolean).join('\n\n'),
    picture: hasPicture ? pictureText(alert, reader) : undefined,
    action: { label: words.action, link: alertLinkTo(origin, alert.id) },
    after: words.after,
  })
  return { subject: subjectOf(piece, reader), ...mail }
}

export const pictureText = (alert: ToldAlert, reader: Reader): string =>
  fill(wordsOf(reader.language).picture, { what: whatText(alert, reader), limit: limitText(alert, reader) ?? '' })

/** Several alerts in one mail, a paragraph each. */
export const gatheredMail = (
  pieces: readonly Piece[],
  { reader, origin, why }: { reader: Reader; origin: string; why: Gathering },
): EmailText => {
  const words = wordsOf(reader.language)
  const mail = writeMail({
    language: reader.language,
    text: [words.lead[why], ...pieces.map(piece => itemOf(piece, reader))].join('\n\n'),
    action: { label: words.action_many, link: alertLinkTo(origin) },
    after: words.after,
  })
  return { subject: gatheredSubject(pieces, why, reader), ...mail }
}

export const gatheredSubject = (pieces: readonly Piece[], why: Gathering, reader: Reader): string => {
  const { subject } = wordsOf(reader.language)
  const [piece] = pieces
  const first = piece ? subjectOf(piece, reader) : ''
  if (why !== 'several' && pieces.length === 1) return fill(subject[why], { first })
  return fill(why === 'several' ? subject.several : subject[`${why}_many`], { count: pieces.length, first })
}

const itemOf = (piece: Piece, reader: Reader): string => {
  const { item } = wordsOf(reader.language)
  const { alert, event } = piece
  const values = valuesOf(alert, reader)
  const why = becauseOf(piece, reader)
    .map(sentence => `\n${sentence}`)
    .join('')
  const end = event === 'resolved' ? 'over' : 'open'
  if (alert.kind !== 'rule') return fill(item[`event_${end}`], { ...values, sentence: leadOf(piece, reader) }) + why
  const worst = event === 'resolved' ? { value: valueText(alert, alert.worst_value, reader) } : {}
  return fill(item[end], { ...values, ...worst, limit: limitText(alert, reader) ?? '' }) + why
}
