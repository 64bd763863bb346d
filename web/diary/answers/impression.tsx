import { useTranslation } from 'react-i18next'
import type { Impression } from '#shared/contract/fixed.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from '../list/diary.module.css'
import { FACES } from './faces.ts'

/** A face and its word; without a word on the screen it is spoken. */
export function ImpressionFace({ impression, bare }: { impression: Impression | null; bare?: boolean }) {
  const { t } = useTranslation('diary')
  if (impression === null) return null
  const Face = FACES[impression]
  return (
    <span className={classes.face}>
      <Face size={20} stroke={1.9} aria-hidden="true" />
      <span className={bare ? 'bm-hidden' : undefined}>{t(`impression.${impression}`)}</span>
    </span>
  )
}

export function NeedsAttention({ bare }: { bare?: boolean }) {
  const { t } = useTranslation('diary')
  return (
    <span className={classes.attention}>
      <StatusShape status="attention" size={16} />
      <span className={bare ? 'bm-hidden' : undefined}>{t('needs_attention')}</span>
    </span>
  )
}
