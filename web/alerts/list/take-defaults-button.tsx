import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultsForOwn, useTake } from '../rules/take-defaults.ts'
import classes from './alerts.module.css'

/** The one tap that makes somebody warned: the default rules for the animals around the own devices. */
export default function TakeDefaultsButton() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isReading, setReading] = useState(false)
  const { take } = useTake(() => void navigate({ to: '/alertrules' }))
  const choose = async () => {
    setReading(true)
    try {
      const rules = await defaultsForOwn(client)
      // Limits have to be chosen where there are no animals to go by.
      if (rules.length === 0) await navigate({ to: '/alertrules/default' })
      else take.mutate(rules)
    } catch {
      await navigate({ to: '/alertrules/default' })
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
