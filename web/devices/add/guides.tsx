import { useTranslation } from 'react-i18next'
import type { Texts } from '#shared/locales/texts.ts'
import type { ExampleName } from '#shared/rules/ingest/examples.ts'
import { manualScreen } from '../../help/screens.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import classes from '../list/devices.module.css'

type Manual = keyof Texts['taxonomy']['manuals']

/** Manuals that lead to a first value, by the way in which a device sends; their names are the same in all languages. */
const GUIDES: Record<'key' | 'eui', readonly { key: Manual; name: string }[]> = {
  key: [
    { key: 'telegraf', name: 'Telegraf' },
    { key: 'esphome', name: 'ESPHome' },
    { key: 'tasmota', name: 'Tasmota' },
    { key: 'zigbee2mqtt', name: 'Zigbee2MQTT' },
    { key: 'home_assistant', name: 'Home Assistant' },
    { key: 'node_red', name: 'Node-RED' },
  ],
  eui: [
    { key: 'things_stack', name: 'The Things Stack' },
    { key: 'chirpstack', name: 'ChirpStack' },
  ],
}

/** Manual that explains an example; undefined where the example is all there is to say. */
export const guideOf = (name: ExampleName): Manual | undefined => GUIDES.key.find(({ key }) => key === name)?.key

interface Props {
  deviceId: number
  way: 'key' | 'eui'
  /** Runs when somebody leaves for a manual. */
  onLeave: () => void
}

/** Leads to the manuals of programs and firmware, filled in for this device. */
export function Guides({ deviceId, way, onLeave }: Props) {
  const { t } = useTranslation('devices')
  return (
    <section className={classes.keys}>
      <h3>{t('guides.title')}</h3>
      <p className="bm-muted">{t(`guides.text_${way}`)}</p>
      <ul className={classes.guides}>
        {GUIDES[way].map(({ key, name }) => (
          <li key={key}>
            <ScreenLink
              className="bm-link"
              to={linkTo(manualScreen, { params: { key }, search: { device: deviceId } })}
              onClick={onLeave}
            >
              {name}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
