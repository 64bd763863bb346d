import { useMantineColorScheme } from '@mantine/core'
import {
  IconApi,
  IconBell,
  IconCalendarShare,
  IconClock,
  IconDeviceMobile,
  IconDevices,
  IconFileCertificate,
  IconFileZip,
  IconHistory,
  IconKey,
  IconLanguage,
  IconMail,
  IconMoon,
  IconRulerMeasure,
  IconSun,
  IconSunMoon,
  IconUser,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import { auditLogScreen } from '../../audit/screens.ts'
import { FEEDS } from '../../feeds/feed-read.ts'
import { feedsScreen } from '../../feeds/screens.ts'
import { useUser } from '../../kit/api/session.ts'
import { useChangeLanguage } from '../../kit/language/change-language.ts'
import { currentLanguage, OWN_NAME } from '../../kit/language/language.ts'
import { dayIn, viewerFormats } from '../../kit/language/viewer-formats.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { useScreenSearch } from '../../kit/routing/link.tsx'
import { alertDeliveryScreen } from '../../notifications/screens.ts'
import { initials } from '../../ui/data-display/initials.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Flag } from '../../ui/icons/flag.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { LinkedRow, PasskeysRow } from '../passkeys/passkeys-row.tsx'
import { Reauthenticated } from '../reauthentication/reauthenticated.tsx'
import { REAUTHENTICATION } from '../reauthentication/reauthentication-read.ts'
import { personalDataScreen, profileScreen, termsScreen, tokensScreen } from '../screens.ts'
import { TOKENS, workingTokens } from '../tokens/token-read.ts'
import { readUser } from './change-user.ts'
import { DeleteAccount } from './delete-account.tsx'
import { FormatsDialog, useFormatsSample } from './formats-dialog.tsx'
import { InstallRow } from './install-row.tsx'
import { OneTimeRow } from './one-time-row.tsx'
import { useOwnLocations } from './own-locations.ts'
import classes from './profile.module.css'
import { EmailDialog, NameDialog, PasswordDialog, TimeZoneDialog } from './profile-dialogs.tsx'
import { ButtonRow, ChoiceRow, LinkRow, Rows } from './profile-row.tsx'
import { SESSIONS, SessionsDialog } from './sessions-dialog.tsx'

const DIALOGS = {
  name: NameDialog,
  email: EmailDialog,
  zone: TimeZoneDialog,
  formats: FormatsDialog,
  password: PasswordDialog,
}
type Dialog = keyof typeof DIALOGS | 'sessions'

function Me() {
  const { t } = useTranslation('users')
  const { name, admin } = useUser()
  const owned = useOwnLocations()?.length ?? 0
  const roles = [admin && t('profile.admin'), owned > 0 && t('profile.farms', { count: owned })].filter(Boolean)
  return (
    <header className={classes.me}>
      <span className={classes.avatar} aria-hidden="true">
        {initials(name)}
      </span>
      <div className="bm-grow">
        <PageHeading>{name}</PageHeading>
        {roles.length > 0 && <p className="bm-muted">{roles.join(' · ')}</p>}
      </div>
    </header>
  )
}

function EmailValue() {
  const { t } = useTranslation('users')
  const { email, pending_email } = useUser()
  return (
    <>
      {email}
      {pending_email && (
        <span className={classes.waits}>
          <StatusShape status="pending" size={15} />
          {t('profile.waits', { email: pending_email })}
        </span>
      )}
    </>
  )
}

function LanguageRow() {
  const { t } = useTranslation('users')
  const changeLanguage = useChangeLanguage()
  const chosen = currentLanguage()
  return (
    <ChoiceRow
      icon={IconLanguage}
      name={t('profile.language')}
      end={<Flag language={chosen} />}
      choices={LANGUAGES.map(value => ({
        value,
        label: OWN_NAME[value],
        icon: <Flag language={value} />,
        lang: value,
      }))}
      chosen={chosen}
      onChoose={language => void changeLanguage(language)}
    />
  )
}

const SCHEMES = { auto: IconDeviceMobile, light: IconSun, dark: IconMoon } as const

function LookRow() {
  const { t } = useTranslation(['users', 'app'])
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <ChoiceRow
      icon={IconSunMoon}
      name={t('profile.look')}
      choices={(['auto', 'light', 'dark'] as const).map(value => {
        const Icon = SCHEMES[value]
        return { value, label: t(`app:scheme.${value}`), icon: <Icon size={20} stroke={1.8} /> }
      })}
      chosen={colorScheme}
      onChoose={setColorScheme}
    />
  )
}

function Account({ onOpen }: { onOpen: (dialog: Dialog) => void }) {
  const { t } = useTranslation(['users', 'app'])
  const { name, time_zone, pending_email } = useUser()
  const sample = useFormatsSample()
  const confirmed = pending_email ? undefined : <StatusWord status="good" word={t('profile.confirmed')} />
  return (
    <Rows title={t('profile.account')} hidden>
      <ButtonRow icon={IconUser} name={t('name')} value={name} onClick={() => onOpen('name')} />
      <ButtonRow
        icon={IconMail}
        name={t('email')}
        value={<EmailValue />}
        end={confirmed}
        onClick={() => onOpen('email')}
      />
      <LanguageRow />
      <ButtonRow icon={IconClock} name={t('profile.time_zone')} value={time_zone} onClick={() => onOpen('zone')} />
      <ButtonRow
        icon={IconRulerMeasure}
        name={t('formats.name')}
        value={sample(viewerFormats())}
        onClick={() => onOpen('formats')}
      />
      <LookRow />
      <LinkRow
        icon={IconBell}
        name={t('app:title.alert_delivery')}
        value={t('profile.alerts')}
        to={linkTo(alertDeliveryScreen)}
      />
      <InstallRow />
    </Rows>
  )
}

function Safety({ onOpen, onDone }: { onOpen: (dialog: Dialog) => void; onDone: (sentence: string) => void }) {
  const { t } = useTranslation(['users', 'app'])
  const { password_changed_at, time_zone } = useUser()
  const { data: sessions } = useQuery(SESSIONS)
  const { data: tokens } = useQuery(TOKENS)
  const { data: feeds } = useQuery(FEEDS)
  const { data: ways } = useQuery(REAUTHENTICATION)
  const date = dayIn(password_changed_at, time_zone)
  return (
    <Rows title={t('profile.safety')}>
      <ButtonRow
        icon={IconKey}
        name={t('password')}
        value={ways?.password === false ? t('profile.no_password') : t('profile.changed_on', { date })}
        onClick={() => onOpen('password')}
      />
      <PasskeysRow />
      <LinkedRow />
      <OneTimeRow onDone={onDone} />
      <ButtonRow
        icon={IconDevices}
        name={t('profile.signed_in')}
        value={sessions && t('profile.places', { count: sessions.length })}
        onClick={() => onOpen('sessions')}
      />
      <LinkRow
        icon={IconApi}
        name={t('app:title.access_tokens')}
        value={tokens && t('profile.tokens', { count: workingTokens(tokens).length })}
        to={linkTo(tokensScreen)}
      />
      <LinkRow
        icon={IconCalendarShare}
        name={t('app:title.feeds')}
        value={feeds && t('profile.feeds', { count: feeds.length })}
        to={linkTo(feedsScreen)}
      />
      <LinkRow
        icon={IconHistory}
        name={t('app:title.audit_log')}
        value={t('profile.audit')}
        to={linkTo(auditLogScreen)}
      />
    </Rows>
  )
}

const useDialogs = () => {
  const wanted = useScreenSearch(profileScreen).open
  const [open, setOpen] = useState<Dialog | null>(wanted === 'email' || wanted === 'password' ? wanted : null)
  const [done, setDone] = useState<string>()
  const onClose = () => setOpen(null)
  const onDone = (sentence: string) => {
    setDone(sentence)
    setOpen(null)
  }
  const OpenDialog = open && open !== 'sessions' ? DIALOGS[open] : null
  const shown = OpenDialog && <OpenDialog onClose={onClose} onDone={onDone} />
  return {
    done,
    onDone,
    onOpen: setOpen,
    dialog:
      open === 'email' || open === 'password' ? (
        <Reauthenticated opened={open} onClose={onClose}>
          {shown}
        </Reauthenticated>
      ) : (
        (shown ?? (open === 'sessions' && <SessionsDialog onClose={onClose} />))
      ),
  }
}

/** Outcome of the mailed link to a new address, and of a visit to another provider. */
function LinkNote({ msg }: { msg: string | undefined }) {
  const { t } = useTranslation('users')
  if (msg === 'sign_in_linked') return <Note status="good">{t('ways.now_linked')}</Note>
  if (msg === 'email_verified') return <Note status="good">{t('profile.email_verified')}</Note>
  return msg === 'link_not_valid' ? <Note status="attention">{t('profile.link_not_valid')}</Note> : null
}

export default function ProfilePage() {
  const { t } = useTranslation('users')
  const { msg } = useScreenSearch(profileScreen)
  const { policy_accepted } = useUser()
  const { done, onDone, onOpen, dialog } = useDialogs()
  useQuery({ queryKey: ['own account'], queryFn: readUser, staleTime: 0 })
  return (
    <div className={classes.page}>
      <Me />
      {done ? <Note status="good">{done}</Note> : <LinkNote msg={msg} />}
      <Account onOpen={onOpen} />
      <Safety onOpen={onOpen} onDone={onDone} />
      <Rows title={t('profile.data')}>
        <LinkRow
          icon={IconFileZip}
          name={t('profile.copy')}
          value={t('profile.copy_text')}
          to={linkTo(personalDataScreen)}
        />
        <LinkRow
          icon={IconFileCertificate}
          name={t('profile.terms')}
          value={t('profile.terms_accepted', { version: policy_accepted })}
          to={linkTo(termsScreen)}
        />
      </Rows>
      <DeleteAccount />
      <p className={`bm-small bm-muted ${classes.version}`}>Barnometer v{PRODUCT_VERSION}</p>
      {dialog}
    </div>
  )
}
