import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { linkTo } from '../../kit/routing/address.ts'
import { useGo } from '../../kit/routing/link.tsx'
import { defaultsForOwn, useTake } from '../rules/take-defaults.ts'
import { defaultRulesScreen, rulesScreen } from '../screens.ts'
import classes from './alerts.module.css'

/** The one tap that makes somebody warned: the default rules for the animals around the own devices. */
export default function TakeDefaultsButton() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const go = useGo()
  const [isReading, setReading] = useState(false)
  const { take } = useTake(() => void go(linkTo(rulesScreen)))
  const choose = async () => {
    setReading(true)
    try {
      const rules = await defaultsForOwn(client)
      // Limits have to be chosen where there are no animals to go by.
      if (rules.length === 0) await go(linkTo(defaultRulesScreen))
      else take.mutate(rules)
    } catch {
      await go(linkTo(defaultRulesScreen))
    } finally {
      setReading(false)
    }
  }
  return (
    <>
      <Button loading={isReading || take.isPending} onClick={() => void choose()}>
        {t('not_warned.take')}
      </Button>
      {take.error && <p className={classes.wrong}>{take.error.message || t('not_warned.failed')}</p>}
    </>
  )
}
