import i18next from 'i18next'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { watchWhoLeft } from '../app/navigation/leave.ts'
import { Product } from '../app/product.tsx'
import { preloadScreen, routerOn, watchRouter } from '../app/routing/router.tsx'
import { watchForVersions } from '../app/updates/new-version.ts'
import { goWhereNotified } from '../app/updates/notified.ts'
import { persistReads } from '../kit/api/kept-reads.ts'
import { queryClient } from '../kit/api/query.ts'
import { onSessionEnd, readSession, setUser } from '../kit/api/session.ts'
import { listenForInstall } from '../kit/browser/install.ts'
import { adoptLanguage, startLanguage } from '../kit/language/language.ts'
import { linkTo } from '../kit/routing/address.ts'
import { routerTargetOf } from '../kit/routing/link.tsx'
import { signInScreen } from '../users/screens.ts'

const router = routerOn({ queryClient, i18n: i18next, session: readSession })
watchRouter(router)

onSessionEnd(how => {
  // A person who was put out comes back to where they were.
  const search = how === 'refused' ? { msg: 'signed_out', redirectFrom: router.state.location.href } : {}
  const signIn = routerTargetOf(linkTo(signInScreen, { search }))
  void router.navigate({ ...signIn, replace: true }).then(() => queryClient.clear())
})

persistReads(queryClient)
listenForInstall()
watchForVersions()
watchWhoLeft()
goWhereNotified(router)

/** ms. A first screen that is not complete by then begins with what says so. */
const COMPLETE_WITHIN = 1000

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isTicked = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'

/** Keeps a property of a field out of React's reach, which would write over it while it hydrates. Returns what lets go of it. */
const guard = <Value,>(field: Field, property: string) => {
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), property)
  const written: Value[] = []
  Object.defineProperty(field, property, {
    configurable: true,
    get: () => native?.get?.call(field),
    set: (value: Value) => written.push(value),
  })
  return () => {
    Reflect.deleteProperty(field, property)
    return written.at(-1)
  }
}

/** Lets a box keep its tick until the product knows of it. Returns what tells the product. */
const keepTick = (field: HTMLInputElement) => {
  const before = field.defaultChecked
  const letGo = guard<boolean>(field, 'checked')
  return () => {
    const now = field.checked
    // A radio button that is no longer the chosen one follows from the one that is.
    const isChosen = now !== before && (field.type === 'checkbox' || now)
    // React hears of the press only in what is hydrated.
    if (isChosen) field.dispatchEvent(new Event('input', { bubbles: true }))
    const written = letGo()
    if (isChosen) {
      field.checked = before
      field.click()
    } else if (now === before) field.checked = written ?? now
  }
}

/** Lets a field keep what somebody types or chooses until the product knows of it. Returns what tells the product. */
const keepTyped = (field: Field) => {
  const before = 'defaultValue' in field ? field.defaultValue : field.value
  const letGo = guard<string>(field, 'value')
  return () => {
    const isTyped = field.value !== before
    // The first event hydrates the field, the second is heard: a choice of files or of a list is heard by another one.
    const second = field.type === 'file' || field instanceof HTMLSelectElement ? 'change' : 'input'
    if (isTyped) for (const name of ['input', second]) field.dispatchEvent(new Event(name, { bubbles: true }))
    const written = letGo()
    if (!isTyped && written !== undefined) field.value = written
  }
}

/** Keeps what is done to the HTML of the server. Returns what repeats it for the product. */
const keepInput = (root: Element) => {
  const fields = [...root.querySelectorAll<Field>('input, textarea, select')]
  const tells = fields.map(field => (isTicked(field) ? keepTick(field) : keepTyped(field)))
  return () => {
    document.documentElement.dataset.ready = ''
    for (const tell of tells) tell()
    for (const button of window.barnometer?.pressed ?? []) button.click()
  }
}

/** Hydrates the HTML of the server; where there is none, renders the first screen. */
export const begin = async (): Promise<void> => {
  const { rendered, loaded } = window.barnometer ?? {}
  if (rendered) {
    if (rendered.user) setUser(rendered.user)
    for (const { key, answer } of rendered.answers) queryClient.setQueryData(key, answer)
    // Its HTML stands without the boundary that waits for a first screen.
    router.ssr = { manifest: undefined }
  }
  await startLanguage(preloadScreen(router))
  if (rendered?.user) await adoptLanguage(rendered.user.locale)
  const complete = router.load()
  await (rendered ? complete : Promise.race([complete, new Promise(done => setTimeout(done, COMPLETE_WITHIN))]))
  loaded?.()
  const root = document.getElementById('root')
  if (!root) return
  const first = rendered ? { session: readSession(), now: rendered.now, width: rendered.width } : null
  const replay = keepInput(root)
  // React hydrates nothing for an event that comes out of an effect.
  const onReady = () => void setTimeout(replay)
  const product = (
    <StrictMode>
      <Product router={router} first={first} onReady={onReady} />
    </StrictMode>
  )
  // In a transition, so that the browser can do something else in between.
  startTransition(() => {
    if (rendered) hydrateRoot(root, product)
    else createRoot(root).render(product)
  })
}
