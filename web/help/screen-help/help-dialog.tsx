import { IconBook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LISTS } from '../../kit/api/lists.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import type { Title } from '../../kit/routing/screen.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { Word } from '../glossary/words.ts'
import { glossaryScreen, manualScreen } from '../screens.ts'
import classes from './help-dialog.module.css'
import { type HelpTitle, SCREEN_HELP } from './screen-helps.ts'

interface Props {
  opened: boolean
  /** Title of the screen that is open. */
  title: Title
  onClose: () => void
}

function ManualLink({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('screen-help')
  const { data } = useQuery(LISTS)
  const name = data?.manuals.find(({ key }) => key === id)?.name
  if (!name) return null
  return (
    <ScreenLink to={linkTo(manualScreen, { params: { key: id } })} className={classes.link} onClick={onClose}>
      <IconBook size={20} stroke={1.8} />
      {t('manual', { name })}
    </ScreenLink>
  )
}

function Words({ words, onClose }: { words: readonly Word[]; onClose: () => void }) {
  const { t } = useTranslation(['screen-help', 'glossary'])
  const all = t('glossary:words', { returnObjects: true })
  return (
    <>
      <h3 className={classes.heading}>{t('words')}</h3>
      <ul className={classes.words}>
        {words.map(id => (
          <li key={id}>
            <ScreenLink to={linkTo(glossaryScreen, { hash: id })} className={classes.word} onClick={onClose}>
              {all[id].word}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </>
  )
}

function Help({ title, onClose }: { title: HelpTitle; onClose: () => void }) {
  const { t } = useTranslation('screen-help')
  const { text, can } = t('screens', { returnObjects: true })[title]
  const { manual, words = [] } = SCREEN_HELP[title] ?? {}
  return (
    <>
      <p>{text}</p>
      <h3 className={classes.heading}>{t('can')}</h3>
      <ul className={classes.can}>
        {can.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {words.length > 0 && <Words words={words} onClose={onClose} />}
      {manual && <ManualLink id={manual} onClose={onClose} />}
    </>
  )
}

/** Dialog that says what a screen is for and what people do there. */
export default function HelpDialog({ opened, title, onClose }: Props) {
  const { t } = useTranslation(['app', 'screen-help'])
  const hasHelp = (one: string): one is HelpTitle =>
    Object.hasOwn(t('screen-help:screens', { returnObjects: true }), one)
  return (
    <Dialog opened={opened} title={t(`title.${title}`)} onClose={onClose}>
      {hasHelp(title) && <Help title={title} onClose={onClose} />}
    </Dialog>
  )
}
