import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'
import { openText } from '../../kit/language/open-text.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { useSuitingRules, useTake } from '../rules/take-defaults.ts'
import { defaultRulesScreen } from '../screens.ts'
import classes from './alerts.module.css'

/** Kinds of animals that a button names; with more of them it would be a list. */
const NAMED = 2

/**
 * The one tap that makes somebody warned: the default rules for the animals around the own devices and what these measure.
 * Where nothing is known of either, limits have to be chosen.
 */
export default function TakeDefaultsButton() {
  const { t } = useTranslation(['alert-rules', 'app'])
  const format = useFormat()
  const { suiting, failed } = useSuitingRules()
  const take = useTake()
  if (failed || suiting?.rules.length === 0)
    return (
      <>
        {!failed && <p>{t('warn.nothing_yet')}</p>}
        <Button variant="default" component={ScreenLink} to={linkTo(defaultRulesScreen)}>
          {t('warn.choose')}
        </Button>
      </>
    )
  const species = suiting?.species ?? []
  const names = species.map(key => openText('alert-rules', `warn.animals.${key}`) ?? key)
  const animals = species.length === 0 || species.length > NAMED ? null : format.list(names)
  // The button is gone with the note as soon as there are rules: what is said afterwards must not go with it.
  const use = () =>
    take.mutateAsync({ body: { keys: suiting?.rules.map(({ key }) => key) ?? [] } }).then(
      made => showToast({ id: 'rules-on', message: t('warn.done', { count: made.length }) }),
      () => undefined,
    )
  return (
    <>
      <Button loading={!suiting || take.isPending} onClick={() => void use()}>
        {animals === null ? t('app:not_warned.take') : t('warn.take', { animals })}
      </Button>
      {take.error && <p className={classes.wrong}>{take.error.message || t('app:not_warned.failed')}</p>}
    </>
  )
}
