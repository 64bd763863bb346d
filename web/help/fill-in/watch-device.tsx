import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { FirstMessage } from '../../devices/add/first-message.tsx'

interface Props {
  device: Device
  /** Key that was made in this tab and stands in the texts. */
  keyId: number | undefined
}

/** Waits below a manual for what comes from now on of the device it was filled in for, by the key in its texts where it is known. */
export function WatchDevice({ device, keyId }: Props) {
  const { t } = useTranslation('help')
  return (
    <section>
      <h2>{t('fill_in.watch', { name: device.name })}</h2>
      <FirstMessage key={`${device.id}/${keyId}`} device={device} keyId={keyId} fromNow />
    </section>
  )
}
