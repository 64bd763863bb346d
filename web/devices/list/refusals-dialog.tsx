import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { queryOf, useRead } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { openText } from '../../kit/language/open-text.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { mappingScreen } from '../../measurements/screens.ts'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { useFocusGivenBack } from '../../ui/overlays/focus-given-back.ts'
import type { DialogProps } from './device-dialogs.tsx'
import classes from './devices.module.css'

function Abbreviations() {
  const { t } = useTranslation('devices')
  return (
    <a className="bm-link" href="/api/docs" target="_blank" rel="noreferrer">
      {t('mend.names')}
    </a>
  )
}

function Refusals({ device }: { device: DialogProps['device'] }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const now = useNow()
  const data = useRead(queryOf(api.listRefusals, { params: { id: device.id } }))
  if (data.length === 0) return <p>{t('refusals.none')}</p>
  return (
    <ul className={classes.refusals}>
      {data.map(({ field, code, message, count, last_value, last_time }) => (
        <li key={`${field} ${code}`}>
          <b className="bm-mono">{field}</b>
          <span className="bm-num">{format.number(count)}</span>
          <span>{message}</span>
          <span className={classes.mend}>
            {openText('devices', `mend.${code}`) ?? t('mend.other')}{' '}
            {code === 'unknown_measurement' && <Abbreviations />}
          </span>
          <span className="bm-small bm-muted">
            {t('refusals.last', { value: last_value, age: format.age(last_time, now) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Dialog with the values of a device that were refused, and why. */
export function RefusalsDialog({ device, onClose }: DialogProps) {
  const { t } = useTranslation(['devices', 'ui'])
  useFocusGivenBack(true)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('refusals.title', { name: device.name })}
      size={560}
      className="bm-sheet"
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <ReadBoundary>
        <Refusals device={device} />
      </ReadBoundary>
      {device.may.includes('place') && (
        <ScreenLink className="bm-link" to={linkTo(mappingScreen, { params: { id: device.id } })}>
          {t('refusals.messages')}
        </ScreenLink>
      )}
      <p className={`bm-small bm-muted ${classes.gap}`}>{t('refusals.kept')}</p>
    </Modal>
  )
}
