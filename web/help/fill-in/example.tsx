import { useTranslation } from 'react-i18next'
import { type AnyExample, type ExampleValues, exampleOf, needs } from '#shared/rules/ingest/examples.ts'
import { SecretExample } from '../../ui/data-display/secret-example.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import classes from './fill-in.module.css'

interface Props {
  name: AnyExample
  values: ExampleValues
  hasBroker: boolean
}

/** Text of a manual to be copied, filled in as far as this screen knows: a secret is shown shortened and copied whole. */
export function Example({ name, values, hasBroker }: Props) {
  const { t } = useTranslation(['help', 'ui'])
  const hidden = needs(name, 'secret') ? 'secret' : 'key'
  return (
    <div className={classes.example}>
      {!hasBroker && needs(name, 'broker') && <Note status="attention">{t('fill_in.no_broker')}</Note>}
      <SecretExample
        secret={values[hidden]}
        write={secret => exampleOf(name, { ...values, [hidden]: secret })}
        copy={t('ui:copy')}
      />
    </div>
  )
}
