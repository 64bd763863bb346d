import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../kit/api/query.ts'
import { readSession, setUser } from '../../kit/api/session.ts'
import { hideNames, revealNames, setDemoMode, useDemoMode } from '../../kit/language/demo-mode.ts'
import classes from './drawer.module.css'

/** All that is in memory changes its names at once; what is read afterwards comes with them. */
const switchDemoMode = (on: boolean): void => {
  const rename = on ? hideNames : revealNames
  for (const { queryKey, state } of queryClient.getQueryCache().getAll())
    if (state.data !== undefined)
      queryClient.setQueryData(queryKey, rename(state.data), { updatedAt: state.dataUpdatedAt })
  const { user } = readSession()
  setDemoMode(on)
  if (user) setUser(rename(user))
}

/** Switch of the demo mode, for administrators who show their screen to others. */
export function DemoModeSwitch() {
  const { t } = useTranslation()
  const on = useDemoMode()
  return (
    <Switch
      className={classes.demoMode}
      label={t('demo_mode.title')}
      description={t('demo_mode.help')}
      checked={on}
      onChange={event => switchDemoMode(event.currentTarget.checked)}
    />
  )
}
