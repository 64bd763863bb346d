import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { newAreaScreen } from '../screens.ts'
import classes from './wizard.module.css'

/** Choice of the location a new area belongs to. */
export function ChooseLocation({ locations }: { locations: readonly Location[] }) {
  const { t } = useTranslation('places')
  return (
    <div className={`${classes.wizard} ${classes.narrow}`}>
      <PageHeading>{t('which_location')}</PageHeading>
      <ul className={`bm-card ${classes.links}`}>
        {locations.map(({ id, name, city, colour }) => (
          <li key={id}>
            <ScreenLink to={linkTo(newAreaScreen, { search: { location_id: id } })}>
              {colour && <i className="bm-swatch" style={{ background: colour }} />}
              <b>{name}</b>
              <span className="bm-muted">{city}</span>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
