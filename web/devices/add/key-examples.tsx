import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EXAMPLE_LABELS, EXAMPLES, type ExampleName, exampleOf, PLACEHOLDERS } from '#shared/rules/ingest/examples.ts'
import { manualScreen } from '../../help/screens.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { SecretExample } from '../../ui/data-display/secret-example.tsx'
import classes from '../list/devices.module.css'
import { guideOf } from './guides.tsx'

/** Examples of how common programs and firmware send with a key, one at a time. */
export function KeyExamples({ secret, deviceId, onLeave }: { secret: string; deviceId: number; onLeave: () => void }) {
  const { t } = useTranslation('devices')
  const [name, setName] = useState<ExampleName>('curl')
  const guide = guideOf(name)
  return (
    <div className={classes.examples}>
      <NativeSelect
        size="md"
        label={t('example.for')}
        description={t(`example.where.${name}`)}
        data={EXAMPLES.map(one => ({ value: one, label: EXAMPLE_LABELS[one] }))}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(EXAMPLES.find(one => one === value) ?? 'curl')}
      />
      <SecretExample
        secret={secret}
        write={key => exampleOf(name, { ...PLACEHOLDERS, key, origin: location.origin, device: String(deviceId) })}
        copy={t('key.copy_example')}
      />
      {guide && (
        <ScreenLink
          className="bm-link"
          to={linkTo(manualScreen, { params: { key: guide }, search: { device: deviceId } })}
          onClick={onLeave}
        >
          {t('example.guide', { name: EXAMPLE_LABELS[name] })}
        </ScreenLink>
      )}
    </div>
  )
}
