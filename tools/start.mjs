// npm start [-- --demo]: installs and builds what is missing, then runs the server until it is told to stop.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import { buildWeb, environment, NODE, prepare, ROOT, run } from './prepare.mjs'

const demo = process.argv.includes('--demo')

/** Sentences of a failed start, as a person would say them. */
const explain = said => {
  const port = process.env.PORT || '8080'
  if (said.includes('EADDRINUSE'))
    return `Port ${port} is in use. Stop what listens there, or choose another one: PORT=${Number(port) + 1} npm start`
  if (said.includes('EACCES') && said.includes('listen'))
    return `Port ${port} may not be used by this user. Choose one above 1023: PORT=8080 npm start`
  return said.trim() || 'The server stopped without a word.'
}

const announce = async port => {
  if (port === null) return console.log('\nBarnometer runs its jobs; another process answers.\n')
  const origin = `http://localhost:${port}`
  console.log(`\nBarnometer is ready at ${process.env.PUBLIC_URL || origin}`)
  if (demo) return run(NODE, ['tools/load-demo.ts', `http://127.0.0.1:${port}`])
  const setup = await fetch(`http://127.0.0.1:${port}/api/setup`).then(
    answer => answer.json(),
    () => null,
  )
  if (setup?.first_account)
    console.log('There is no account yet. Open the page and create one: the first is the administrator.')
  console.log('Stop it with Ctrl+C.\n')
}

await prepare()
const built = await buildWeb()
if (built !== 0) process.exit(built)

const server = spawn(NODE, ['server/main.ts'], { cwd: ROOT, stdio: ['inherit', 'pipe', 'pipe'], env: environment })
let ready = false
/** Notes of the log from before the server is ready are left out; warnings and errors are not. */
const isForPeople = line => ready || !/^\{"level":[123]0,/.test(line)
let said = ''
createInterface({ input: server.stdout }).on('line', line => {
  if (!line.startsWith('{"ready":true')) return isForPeople(line) && console.log(line)
  ready = true
  const { port } = JSON.parse(line)
  announce(port).catch(error => console.error(error.message))
})
server.stderr.on('data', chunk => {
  if (ready) process.stderr.write(chunk)
  else said += chunk
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('close', (code, signal) => {
  if (!ready && code) console.error(`\n${explain(said)}\n`)
  process.exit(code ?? 128 + (constants.signals[signal] ?? 0))
})
