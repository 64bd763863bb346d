import i18next from 'i18next'
import { loadTexts } from '../../kit/language/language.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import type { Screen } from '../../kit/routing/screen.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { closeHelp, useHelpOpened } from './opened.ts'

/** Dialog and texts are fetched when somebody asks for help the first time. */
const HelpDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./help-dialog.tsx'), loadTexts(i18next, ['screen-help', 'glossary'])])
  return part
})

/** Help of the screen that is open, over it. */
export function ScreenHelp({ screen }: { screen: Screen | undefined }) {
  const wanted = useHelpOpened()
  if (!screen) return null
  return (
    <LazyOverlay when={wanted} onFailed={closeHelp}>
      {opened => <HelpDialog opened={opened} title={screen.title} onClose={closeHelp} />}
    </LazyOverlay>
  )
}
