import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FIRST_SCREENS } from '#shared/contract/first-screens.ts'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { firstScreen } from './routes.ts'

/** Files of a module, as Vite's manifest lists them. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

/** Files of modules, what they import first: styles and scripts in the order they run. */
const filesOf = (manifest: Manifest, names: readonly string[], found = new Set<string>()): Set<string> => {
  for (const name of names) {
    const module = manifest[name]
    if (!module) throw new Error(`${name} is not in the manifest of the build`)
    if (found.has(`/${module.file}`)) continue
    filesOf(manifest, module.imports ?? [], found)
    for (const file of [...(module.css ?? []), module.file]) found.add(`/${file}`)
  }
  return found
}

const isStyle = (file: string) => file.endsWith('.css')

/** Pages of a build: the one of Vite, and for each first screen one that names its files. */
const readPages = async (folder: string, manifestFile: string) => {
  const index = await readFile(join(folder, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(await readFile(manifestFile, 'utf8'))
  const pages = FIRST_SCREENS.map(screen => {
    const { page, texts, signedIn } = screen
    const parts = 'parts' in screen ? screen.parts : []
    const files = [...filesOf(manifest, ['boot/main.tsx', ...(signedIn ? ['app/shell/layout.tsx'] : []), page])]
    const textsOf = LANGUAGES.map(language => [
      language,
      [
        ...filesOf(manifest, [
          `kit/language/first-texts/${language}.ts`,
          ...texts.map(name => `../shared/locales/${language}/${name}.json`),
        ]),
      ],
    ])
    // A rendered part without its styles would jump when its script comes, away from the finger that is on it.
    const styles = [...new Set([...files, ...filesOf(manifest, parts)])].filter(isStyle)
    const scripts = files.filter(file => !isStyle(file))
    const named = JSON.stringify({ signedIn, scripts, texts: Object.fromEntries(textsOf) })
    const links = styles
      .filter(file => !index.includes(file))
      .map(href => `<link rel="stylesheet" crossorigin href="${href}">`)
      .join('')
    return index.replace('</head>', () => `${links}<script type="application/json" id="parts">${named}</script></head>`)
  })
  return { index, pages }
}

/** Page of the product for an address. That of a first screen names its files, which a browser would find one after the other. */
export const createPages = (folder: string): ((path: string) => Promise<string>) => {
  const manifestFile = join(folder, '.vite/manifest.json')
  let built: number | undefined
  let latest: ReturnType<typeof readPages> | undefined
  return async path => {
    const { mtimeMs } = await stat(manifestFile)
    if (!latest || mtimeMs !== built) latest = readPages(folder, manifestFile)
    built = mtimeMs
    const { index, pages } = await latest
    const screen = firstScreen(path, !path.startsWith('/sign-in'))
    return (screen && pages[FIRST_SCREENS.indexOf(screen)]) ?? index
  }
}
