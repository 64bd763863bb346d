import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHeading } from '../../kit/pages/page.tsx'
import classes from '../help.module.css'
import { useMarked } from '../marked.ts'
import { useGlossary } from './words.ts'

/** Every word that people meet, in the order of their alphabet. A word of the address is marked and shown. */
export default function GlossaryPage() {
  const { t } = useTranslation(['help', 'glossary', 'app'])
  const words = useGlossary()
  const { hash } = useLocation()
  useMarked(hash)
  return (
    <article className={`${classes.page} ${classes.manual}`}>
      <div className={classes.pageHead}>
        <PageHeading className="bm-grow">{t('app:title.glossary')}</PageHeading>
        <Button
          variant="default"
          className={classes.noPrint}
          leftSection={<IconPrinter size={20} stroke={1.8} />}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
      </div>
      <p className={classes.lead}>{t('glossary:lead')}</p>
      <dl className={classes.words}>
        {words.map(({ id, word, text }) => (
          <div key={id} id={id} tabIndex={-1} data-marked={id === hash || undefined}>
            <dt>{word}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
