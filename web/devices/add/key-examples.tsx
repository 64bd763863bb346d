import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SecretExample } from '../../ui/data-display/secret-example.tsx'
import classes from '../list/devices.module.css'
import { EXAMPLE_LABELS, EXAMPLES, type ExampleName, exampleOf } from './example-texts.ts'

/** Examples of how common programs and firmware send with a key, one at a time. */
export function KeyExamples({ secret }: { secret: string }) {
  const { t } = useTranslation('devices')
  const [name, setName] = useState<ExampleName>('curl')
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
        write={key => exampleOf(name, key, location.origin)}
        copy={t('key.copy_example')}
      />
    </div>
  )
}
