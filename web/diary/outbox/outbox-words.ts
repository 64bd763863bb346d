import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'
import type { Attachment, OutboxItem, Refusal } from './outbox-item.ts'

const KB = 1000
const MB = 1_000_000

/** Bytes that are still to be sent; what is written is about one per letter. */
export const bytesOf = ({ written, parts, state }: OutboxItem): number =>
  state === 'sent'
    ? 0
    : JSON.stringify(written).length +
      parts.filter(({ sent_id }) => sent_id === null).reduce((sum, { bytes }) => sum + bytes, 0)

/** "0.9 MB", "1 kB". */
export const useSize = () => {
  const format = useFormat()
  return (bytes: number): string =>
    bytes >= MB / 10 ? format.value(bytes / MB, 1, 'MB') : format.value(Math.max(1, Math.round(bytes / KB)), 0, 'kB')
}

/** "3 photos, 1 of them sent already, checklist 5 of 5" */
export const useHolds = () => {
  const { t } = useTranslation('outbox')
  return ({ parts, answered, asked, state }: OutboxItem): string => {
    const photos = parts.filter(({ kind }) => kind === 'photo')
    const files = parts.length - photos.length
    const sent = parts.filter(({ sent_id }) => sent_id !== null).length
    return [
      photos.length > 0 && t('photos', { count: photos.length }),
      files > 0 && t('files', { count: files }),
      sent > 0 && state !== 'sent' && t('of_them_sent', { count: sent }),
      asked > 0 && t('checklist', { answered, asked }),
    ]
      .filter(Boolean)
      .join(', ')
  }
}

/** Tells whether a photo or file is lost: its bytes are no longer on this device, and nothing brings them there. */
export const isLost = (refusal: Refusal | null | undefined): boolean => refusal?.status === 410

/** Failed tries after which a photo that does not get through is spoken of, unless something on the way said why. */
const SPOKEN_OF = 2

/** Photos and files that do not get through while others do. */
export const stuckIn = ({ parts, state }: OutboxItem): Attachment[] =>
  state === 'sent'
    ? []
    : parts.filter(({ refusal, held }) => refusal || (held && (held.times >= SPOKEN_OF || held.foreign !== null)))

/** Remedy to offer first for a refusal: the field the server names decides. */
export const cureOf = ({
  refusal,
  base,
  remove,
}: OutboxItem): 'date' | 'place' | 'drop_part' | 'open' | 'again' | 'as_new' => {
  if (!refusal) return 'open'
  if (remove) return 'again'
  if (refusal.code === 'not_found' && base) return 'as_new'
  // The remedy for the photo itself stands beside it.
  if (refusal.part !== null) return isLost(refusal) ? 'drop_part' : 'again'
  const fields = Object.keys(refusal.errors)
  if (fields.includes('date')) return 'date'
  if (
    fields.includes('location_id') ||
    fields.includes('area_ids') ||
    ['not_found', 'not_allowed'].includes(refusal.code)
  )
    return 'place'
  return fields.length > 0 ? 'open' : 'again'
}
