import { parseArgs } from 'node:util'
import type { WeatherLine } from './climate/demo-weather.ts'
import { loadDemo, runLive } from './demo.ts'
import { TRANSPORTS } from './sending/transports.ts'

const { values: flags } = parseArgs({
  options: {
    origin: { type: 'string', default: process.env.BARNOMETER_ORIGIN ?? 'http://127.0.0.1:8080' },
    state: { type: 'string', default: process.env.BARNOMETER_STATE ?? 'simulator-state.json' },
    load: { type: 'boolean', default: false },
    live: { type: 'boolean', default: false },
    days: { type: 'string', default: '90' },
    interval: { type: 'string', default: '60' },
    door: { type: 'string', default: 'json' },
    mqtt: { type: 'string', default: process.env.BARNOMETER_MQTT ?? 'mqtt://127.0.0.1:1883' },
    human: { type: 'boolean', default: false },
  },
})

// The token comes in the environment only: arguments are seen by everybody on the machine.
const token = process.env.BARNOMETER_TOKEN ?? ''
delete process.env.BARNOMETER_TOKEN
const webhookSecret = process.env.WEBHOOK_SECRET ?? ''
const transport = TRANSPORTS.find(name => name === flags.door)

const stop = new AbortController()
const end = () => {
  stop.abort()
  // A request that waits for its turn must not hold up the end.
  setTimeout(() => process.exit(), 2000).unref()
}
process.on('SIGTERM', end)
process.on('SIGINT', end)
// Started by a server, it ends with it: the pipe closes however the server went.
if (!flags.human) process.stdin.on('close', end).on('end', end).on('error', end).resume()
process.stdout.on('error', end)

type Line = { progress: number } | { state: 'on' } | { error: string } | { weather: WeatherLine }
const print = (line: Line): void => console.log(flags.human ? readable(line) : JSON.stringify(line))
const readable = (line: Line): string => {
  if ('progress' in line)
    return `${'█'.repeat(Math.round(line.progress * 40)).padEnd(40, '░')} ${percent(line.progress)} %`
  if ('weather' in line) return ''
  return 'state' in line ? `${flags.origin} ●` : line.error
}
const percent = (share: number): number => Math.floor(share * 100)

let printed = -1
const explain = (failure: unknown): string => {
  const { code, status, message } = failure as { code?: string; status?: number; message?: string }
  return [status || undefined, code, message].filter(Boolean).join(' ')
}

const options = {
  ...(transport ? { transport } : {}),
  mqttUrl: flags.mqtt,
  webhookSecret,
  origin: flags.origin.replace(/\/$/, ''),
  stateFile: flags.state,
  signal: stop.signal,
  onProgress: (share: number) => {
    if (percent(share) === printed) return
    printed = percent(share)
    print({ progress: Math.round(share * 1000) / 1000 })
  },
  onError: (failure: unknown) => print({ error: explain(failure) }),
}

try {
  if (!transport) throw new Error(`There are these transports: ${TRANSPORTS.join(', ')}`)
  if (flags.load) {
    if (!token) throw new Error('BARNOMETER_TOKEN is not set')
    await loadDemo({ ...options, token, days: Number(flags.days) })
  }
  if (flags.live) {
    await runLive({
      ...options,
      interval: Number(flags.interval) * 1000,
      onLive: () => print({ state: 'on' }),
      // Read by the server that started this one alone.
      ...(flags.human ? {} : { onWeather: (weather: WeatherLine) => print({ weather }) }),
    })
  }
} catch (failure) {
  if (!stop.signal.aborted) {
    print({ error: explain(failure) })
    process.exitCode = 1
  }
}
process.stdin.destroy()
