import { IconMail, IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AlarmPlan } from '#shared/contract/alerts/alarm-plans.ts'
import { dialled } from '#shared/rules/formats/phone.ts'
import { StatusWord } from '../ui/status/status-word.tsx'
import classes from './alarm.module.css'

interface Person {
  name: string
  phone: string | null
  email?: string | null
  consent?: AlarmPlan['people'][number]['consent']
}

/** Tells the people of a plan apart, also for who reads no addresses. */
export const whoIs = ({ email, name, phone }: Person): string => email ?? `${name} ${phone}`

interface Props {
  people: readonly Person[]
  /** Note on each person, by `whoIs`. */
  said?: ReadonlyMap<string, string>
  /** Shows e-mail addresses, too. */
  mail?: boolean
}

/** The people of a plan in their order, each a touch away from a call. */
export function People({ people, said, mail }: Props) {
  const { t } = useTranslation('alarm-plan')
  return (
    <ol className={classes.people}>
      {people.map((person, index) => {
        const { name, phone, email, consent } = person
        const told = said?.get(whoIs(person))
        return (
          <li key={whoIs(person)}>
            <span className={classes.number} aria-hidden="true">
              {index + 1}
            </span>
            <span className={classes.who}>
              <b>{name}</b>
              {told && <span className="bm-small bm-muted">{told}</span>}
              {consent && consent !== 'confirmed' && <StatusWord status="attention" word={t(`consent.${consent}`)} />}
              {mail && email && (
                <span className="bm-small bm-muted">
                  <IconMail size={15} stroke={1.8} aria-hidden="true" /> {email}
                </span>
              )}
            </span>
            {phone === null ? (
              <span className="bm-small bm-muted">{t('no_phone')}</span>
            ) : (
              <a className={classes.call} href={`tel:${dialled(phone)}`}>
                <IconPhone size={18} stroke={1.9} aria-hidden="true" />
                <span className="bm-hidden">{t('call', { name })}</span>
                {phone}
              </a>
            )}
          </li>
        )
      })}
    </ol>
  )
}
