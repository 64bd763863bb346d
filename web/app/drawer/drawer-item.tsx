import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import type { Addresses } from './addresses.ts'
import classes from './drawer.module.css'
import type { DrawerLine } from './drawer-entries.ts'
import { useSilentDevices } from './silent-devices.ts'

function Silent() {
  const { t } = useTranslation()
  const count = useSilentDevices()
  if (count === 0) return null
  return (
    <span className={classes.count}>
      <StatusShape status="no_data" size={16} />
      {t('drawer.silent', { count })}
    </span>
  )
}

interface Props {
  entry: DrawerLine
  addresses: Addresses
  onClose: () => void
  onKeys: () => void
}

/** A line of the drawer: a screen, an address outside in a window of its own, or something that opens here. */
export function DrawerItem({ entry: { label, icon: Icon, leads, counts }, addresses, onClose, onKeys }: Props) {
  const { t } = useTranslation()
  const inside = (
    <>
      <Icon size={22} stroke={1.8} />
      {t(label)}
      {counts === 'silent_devices' && <Silent />}
    </>
  )
  if ('to' in leads)
    return (
      <ScreenLink to={leads.to} className={classes.item} activeOptions={{ exact: true }} onClick={onClose}>
        {inside}
      </ScreenLink>
    )
  if ('opens' in leads)
    return (
      <button type="button" className={classes.item} onClick={onKeys}>
        {inside}
      </button>
    )
  const mail = leads.out === 'feedback'
  return (
    <a
      className={classes.item}
      href={addresses[leads.out] ?? undefined}
      {...(mail ? {} : { target: '_blank', rel: 'noreferrer' })}
      onClick={onClose}
    >
      {inside}
    </a>
  )
}
