import { useMantineColorScheme } from '@mantine/core'
import { PageHeading, usePageName } from '../kit/pages/page.tsx'
import { Segments } from '../ui/forms/segments.tsx'
import { Logo } from '../ui/icons/logo.tsx'
import { TOKENS } from '../ui/theme/theme.ts'
import { Feedback, Forms } from './forms.tsx'
import { Chapter, StyleguidePiece } from './piece.tsx'
import classes from './styleguide.module.css'
import { Values } from './values.tsx'

const COLOURS = Object.entries(TOKENS.light).flatMap(([name, value]) => (typeof value === 'string' ? [name] : []))

function Colours() {
  return (
    <Chapter title="Colour and type">
      <StyleguidePiece name="Logo" use="The barn with the dial. Home, and the first thing seen.">
        <Logo size={48} />
      </StyleguidePiece>
      <StyleguidePiece
        name="Colours"
        use="Only these, as var(--bm-…); each pair of text and ground is checked in both schemes."
      >
        {COLOURS.map(name => (
          <span key={name} className={classes.swatch} style={{ '--swatch': `var(--bm-${name})` }}>
            {name}
          </span>
        ))}
      </StyleguidePiece>
      <StyleguidePiece name="Type" use="Inter. Sizes in rem, so that text grows with the reader's wish.">
        <div className={classes.wide}>
          <h1>H1 1 area needs you now</h1>
          <h2>H2 Piglet room 3</h2>
          <h3>H3 Temperature</h3>
          <p>Body: air inlet may be shut. Check the north side.</p>
          <p className="bm-small bm-muted">Small: BM 2041 · 1 min ago</p>
          <p>
            <b className="bm-num">23.9</b> <span className="bm-unit">ppm</span>
          </p>
        </div>
      </StyleguidePiece>
    </Chapter>
  )
}

/** Every piece of the design system. Only in the development build, so in English and outside the texts. */
export default function StyleguidePage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  usePageName('Design system')
  return (
    <>
      <PageHeading>Design system</PageHeading>
      <Segments aria-label="Scheme" data={['light', 'dark', 'auto']} value={colorScheme} onChange={setColorScheme} />
      <Colours />
      <Values />
      <Forms />
      <Feedback />
    </>
  )
}
