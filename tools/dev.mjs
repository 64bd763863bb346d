// npm run dev [-- --demo]: the server and the pages, both loaded anew on every change of their files.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { environment, NODE, prepare, ROOT, run } from './prepare.mjs'

const demo = process.argv.includes('--demo')
const apiPort = process.env.PORT || '8080'
const pagePort = process.env.PAGE_PORT || '5173'
const apiOrigin = `http://127.0.0.1:${apiPort}`

await prepare()
const env = {
  ...environment,
  PORT: apiPort,
  // Links in e-mails lead to the pages that are being worked on.
  PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${pagePort}`,
  API_ORIGIN: apiOrigin,
}
const start = (args, stdout) => spawn(NODE, args, { cwd: ROOT, stdio: ['inherit', stdout, 'inherit'], env })
const watched = ['server', 'shared'].map(folder => `--watch-path=${folder}`)
const server = start(['--watch', '--watch-preserve-output', ...watched, 'server/main.ts'], 'pipe')
const pages = start(
  ['node_modules/vite/bin/vite.js', '--port', pagePort, '--strictPort', '--clearScreen', 'false'],
  'inherit',
)

let announced = false
createInterface({ input: server.stdout }).on('line', line => {
  if (!line.startsWith('{"ready":true')) return console.log(line)
  console.log(
    announced ? 'The server runs with your change.' : `\nBarnometer is ready at http://localhost:${pagePort}\n`,
  )
  if (demo && !announced) run(NODE, ['tools/load-demo.ts', apiOrigin])
  announced = true
})

const children = [server, pages]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
// Neither is of any use without the other.
for (const child of children)
  child.on('exit', code => {
    stop()
    process.exitCode ??= code ?? 0
  })
