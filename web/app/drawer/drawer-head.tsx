import { IconLogin2, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../kit/api/session.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { initials } from '../../ui/data-display/initials.ts'
import { profileScreen, signInScreen } from '../../users/screens.ts'
import classes from './drawer.module.css'

function Person({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  if (!user) return null
  return (
    <ScreenLink to={linkTo(profileScreen)} className={classes.me} onClick={onClose}>
      <span className={classes.avatar} aria-hidden="true">
        {initials(user.name)}
      </span>
      <div className="bm-grow">
        <b>{user.name}</b>
        <p className="bm-small bm-muted">{user.email}</p>
        {user.admin && <p className="bm-small bm-muted">{t('drawer.admin')}</p>}
      </div>
    </ScreenLink>
  )
}

/** Head of the drawer: the person signed in, or the way to sign in. */
export function DrawerHead({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <header className={classes.head}>
      {user ? (
        <Person onClose={onClose} />
      ) : (
        <ScreenLink to={linkTo(signInScreen)} className={classes.item} onClick={onClose}>
          <IconLogin2 size={22} stroke={1.8} />
          {t('title.sign_in')}
        </ScreenLink>
      )}
      <button type="button" className={classes.close} aria-label={t('close')} onClick={onClose}>
        <IconX size={24} stroke={2} />
      </button>
    </header>
  )
}
