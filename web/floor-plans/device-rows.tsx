import { useTranslation } from 'react-i18next'
import { useFormat } from '../kit/language/format.ts'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { useNow } from '../kit/time/now.ts'
import { dataScreen } from '../measurements/screens.ts'
import { StatusWord } from '../ui/status/status-word.tsx'
import classes from './floor-plans.module.css'
import type { HangingDevice } from './pins.ts'
import { useShownWords } from './use-shown-words.ts'

/** Devices with their values in words, each leading to its charts. */
export function DeviceRows({ title, devices }: { title: string; devices: readonly HangingDevice[] }) {
  const { t } = useTranslation('floor-plans')
  const { textOf, wordOf } = useShownWords()
  const format = useFormat()
  const now = useNow()
  if (devices.length === 0) return null
  return (
    <section className={`bm-card ${classes.rows}`}>
      <h2>{title}</h2>
      <ul>
        {devices.map(({ device, area, shown }) => (
          <li key={device.id} data-status={shown.status}>
            <ScreenLink to={linkTo(dataScreen, { params: { id: device.id } })} className={classes.row}>
              <span className="bm-grow">
                <b>{device.name}</b>
                <span className="bm-small bm-muted">{area}</span>
              </span>
              <span className={classes.rowValue}>
                <b className="bm-num">{textOf(shown)}</b>
                <StatusWord status={shown.status} word={wordOf(shown)} />
                {shown.status === 'stale' && shown.value && (
                  <span className="bm-small bm-muted">{format.age(shown.value.time, now)}</span>
                )}
              </span>
              <span className="bm-hidden">{t('to_charts')}</span>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
