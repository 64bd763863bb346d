import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { notFound, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { useRead } from '../../kit/api/query.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { useScreenParams } from '../../kit/routing/link.tsx'
import { QrCode } from '../../ui/data-display/qr-code.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { claimAddress } from '../add/claim-address.ts'
import { DEVICES } from '../queries.ts'
import { deviceLabelScreen } from '../screens.ts'
import classes from './label.module.css'

type Kind = 'device' | 'spot' | 'claim'

/** The sticker as it leaves the printer. */
function Label({ kind, device, code }: { kind: Kind; device: Device; code: string }) {
  const { t } = useTranslation('devices')
  const { placement } = device
  const path = kind === 'spot' && placement ? `/areas/${placement.area_id}` : `/data/${device.id}`
  const address = kind === 'claim' ? claimAddress(code) : location.origin + path
  const [title, below] =
    kind === 'spot' && placement ? [placement.area_name, placement.location_name] : [device.name, device.device_name]
  return (
    <section className={classes.label} aria-label={t('label.preview')}>
      <QrCode text={address} label={t('label.qr', { name: title })} size={220} />
      <div>
        <h2>{title}</h2>
        <p>{below}</p>
        {kind === 'claim' && <p className={classes.code}>{code}</p>}
        <p className={classes.hint}>{t(`label.hint.${kind}`)}</p>
      </div>
    </section>
  )
}

function Sheet({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  // Code from the part of the address that no server sees.
  const code = decodeURIComponent(useLocation({ select: ({ hash }) => hash }))
  const [kind, setKind] = useState<Kind>(code ? 'claim' : 'device')
  usePageName(device.name)
  const kinds: Kind[] = [
    ...(code ? (['claim'] as const) : []),
    'device',
    ...(device.placement ? (['spot'] as const) : []),
  ]
  return (
    <div className={classes.page}>
      <PageHeading>{t('label.title', { name: device.name })}</PageHeading>
      <p className="bm-muted">{t('label.text')}</p>
      {kinds.length > 1 && (
        <Segments
          size="md"
          aria-label={t('label.kind')}
          data={kinds.map(value => ({ value, label: t(`label.of.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
      )}
      <Label kind={kind} device={device} code={code} />
      <Button leftSection={<IconPrinter size={20} stroke={1.8} />} onClick={() => window.print()}>
        {t('label.print')}
      </Button>
    </div>
  )
}

export const reads = () => [DEVICES] as const

/** A sticker with a QR code: of the device, of the spot it hangs at, or for claiming it. */
export default function LabelPage() {
  const { id } = useScreenParams(deviceLabelScreen)
  const device = useRead(DEVICES).find(one => one.id === id)
  if (!device) throw notFound()
  return <Sheet device={device} />
}
