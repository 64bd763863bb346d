import { IconMail, IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dialled } from '../../shared/rules/phone.ts'
import classes from './alarm.module.css'

interface Props {
  people: readonly { name: string; phone: string | null; email?: string | null }[]
  /** What is to be said of a person, by name. */
  said?: ReadonlyMap<string, string>
  /** Also shows where letters go. */
  mail?: boolean
}

/** The people of a plan in their order, each a touch away from a call. */
export function People({ people, said, mail }: Props) {
  const { t } = useTranslation('alarm-plan')
  return (
    <ol className={classes.people}>
      {people.map(({ name, phone, email }, index) => (
        <li key={email ?? name}>
          <span className={classes.number} aria-hidden="true">
            {index + 1}
          </span>
          <span className={classes.who}>
            <b>{name}</b>
            {said?.has(name) && <span className="bm-small bm-muted">{said.get(name)}</span>}
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
      ))}
    </ol>
  )
}
