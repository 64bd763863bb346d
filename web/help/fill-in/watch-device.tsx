import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { FirstMessage } from '../../devices/add/first-message.tsx'

/** Waits below a manual for what comes of the device it was filled in for. */
export function WatchDevice({ device }: { device: Device }) {
  const { t } = useTranslation('help')
  return (
    <section>
      <h2>{t('fill_in.watch', { name: device.name })}</h2>
      <FirstMessage key={device.id} device={device} />
    </section>
  )
}
