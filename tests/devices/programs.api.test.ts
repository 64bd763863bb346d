import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { parse as parseToml } from 'smol-toml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { api } from '#shared/contract/index.ts'
import {
  type AnyExample,
  brokerOf,
  type ExampleValues,
  exampleOf,
  PLACEHOLDERS,
} from '#shared/rules/ingest/examples.ts'
import { PRESETS } from '#shared/rules/ingest/mapping-presets.ts'
import { readEnvironment } from '../../server/environment.ts'
import { aDevice, type TestDevice } from '../../server/testing/a-device.ts'
import { anEui } from '../../server/testing/a-lorawan-uplink.ts'
import { aFirstUser, aUser, type TestUser } from '../../server/testing/a-user.ts'
import { anMqttClient } from '../../server/testing/an-mqtt-client.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { startMosquitto } from '../servers/mosquitto.ts'

/**
 * The texts of the manuals, filled in and run: by the real program where it is here (curl, Mosquitto; Node-RED has a test of its own),
 * else read as that program's source reads them and sent as it sends. Sources are named at each.
 */

let app: TestApp
let origin: string
let port: number
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ environment: { MQTT_LISTEN: '127.0.0.1:0' } })
  origin = await app.listen()
  await app.app.mqtt.start()
  port = app.app.mqtt.port() ?? 0
  await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

const textOf = (name: AnyExample, device: TestDevice, values: Partial<ExampleValues> = {}): string =>
  exampleOf(name, {
    ...PLACEHOLDERS,
    ...{ origin, key: device.key, device: String(device.id), broker: brokerOf(`mqtt://127.0.0.1:${port}`) },
    ...values,
  })
const valuesOf = async (device: TestDevice) => {
  const last = await app.call(api.getLast, { query: { device_id: device.id } }, owner.token)
  return Object.fromEntries(Object.entries(last).map(([key, { value }]) => [key, value]))
}
const refusedOf = async ({ id }: TestDevice) => {
  await app.app.settle()
  return (await app.call(api.getSensor, { params: { id } }, owner.token)).refused_values
}
const post = (url: string, headers: Record<string, string>, body: string | Buffer) =>
  fetch(url, { method: 'POST', headers, body: typeof body === 'string' ? body : new Uint8Array(body) })
/** Tells of each name whether it is one of those that a schema knows, so that a failure names it. */
const unknownIn = (given: object, known: string): string[] =>
  Object.keys(given).filter(name => !known.split(' ').includes(name))

test('curl sends the example for the command line', async () => {
  const device = await aDevice(app, owner)
  const { stdout } = await promisify(execFile)('sh', ['-c', `${textOf('curl', device)} --silent`])
  expect(JSON.parse(stdout)).toMatchObject({ accepted: 1 })
  expect(await valuesOf(device)).toEqual({ t: 21.4 })
})

describe('Telegraf', () => {
  interface Config {
    outputs: { influxdb_v2: [Record<string, string> & { urls: string[]; namepass: string[]; fieldinclude: string[] }] }
    processors: { rename: [{ namepass: string[]; replace: { field: string; dest: string }[] }] }
    inputs: { mqtt_consumer: [{ name_override: string; topics: string[]; servers: string[]; data_format: string }] }
  }
  interface Metric {
    name: string
    fields: Record<string, number>
  }
  const configOf = (device: TestDevice) =>
    parseToml(`${textOf('telegraf', device)}\n${textOf('telegraf_mqtt', device)}`) as unknown as Config

  /** Metric of a JSON message (plugins/parsers/json): numbers at the top become fields, everything else is left out. */
  const metricOf = ({ inputs }: Config, message: object): Metric => ({
    name: inputs.mqtt_consumer[0].name_override,
    fields: Object.fromEntries(Object.entries(message).filter(([, value]) => typeof value === 'number')),
  })
  /** Write of a batch (plugins/outputs/influxdb_v2/http.go), after processors and the filters of the output (models/filter.go). */
  const write = ({ outputs, processors }: Config, metrics: Metric[]) => {
    const [output] = outputs.influxdb_v2
    const [rename] = processors.rename
    const renames = new Map(rename.replace.map(({ field, dest }) => [field, dest]))
    const nameOf = (name: string, field: string) =>
      (rename.namepass.includes(name) ? renames.get(field) : null) ?? field
    const lines = metrics
      .filter(({ name }) => output.namepass.includes(name))
      .map(({ name, fields }) => ({
        name,
        fields: Object.entries(fields)
          .map(([field, value]) => [nameOf(name, field), value] as const)
          .filter(([field]) => output.fieldinclude.includes(field)),
      }))
      .filter(({ fields }) => fields.length > 0)
      // The host is a tag of each metric, the time has nanoseconds (plugins/serializers/influx).
      .map(
        ({ name, fields }) =>
          `${name},host=office,topic=zigbee2mqtt/barn1 ${fields.map(pair => pair.join('=')).join()}`,
      )
      .map(line => `${line} ${BigInt(app.clock.now()) * 1_000_000n}\n`)
    const query = new URLSearchParams({ bucket: output.bucket ?? '', org: output.organization ?? '' })
    return post(
      `${output.urls[0]}/api/v2/write?${query}`,
      {
        'content-encoding': 'gzip',
        'content-type': 'text/plain; charset=utf-8',
        authorization: `Token ${output.token}`,
        'user-agent': 'Telegraf/1.34.0 Go/1.24.1',
      },
      gzipSync(lines.join('')),
    )
  }
  const MESSAGE = { temperature: 21.4, humidity: 63.2, battery: 97, linkquality: 120, update: { state: 'idle' } }

  test('knows every option of the example', async () => {
    const config = configOf(await aDevice(app, owner))
    // Options of the sample.conf of each plugin that are used, and of filters (docs/CONFIGURATION.md).
    const FILTERS = 'namepass fieldinclude fieldexclude tagpass name_override'
    expect(Object.keys(config)).toEqual(['outputs', 'processors', 'inputs'])
    expect(unknownIn(config.outputs.influxdb_v2[0], `urls token organization bucket ${FILTERS}`)).toEqual([])
    expect(unknownIn(config.inputs.mqtt_consumer[0], `servers topics data_format ${FILTERS}`)).toEqual([])
    // The fields of other metrics keep their names, also in other outputs.
    expect(config.processors.rename[0].namepass).toEqual(config.outputs.influxdb_v2[0].namepass)
    for (const one of config.processors.rename[0].replace)
      expect(unknownIn(one, 'measurement tag field dest')).toEqual([])
    expect(config.inputs.mqtt_consumer[0].servers[0]).toMatch(/^tcp:\/\/.+:\d+$/)
  })

  test('sends the fields that are listed, of the sensor alone', async () => {
    const device = await aDevice(app, owner)
    const config = configOf(device)
    const answer = await write(config, [metricOf(config, MESSAGE), { name: 'cpu', fields: { t: 99, usage_idle: 80 } }])
    // The answer that it expects; a few others count as taken, too.
    expect(answer.status).toBe(204)
    expect(await valuesOf(device)).toEqual({ t: 21.4, h: 63.2 })
    expect(await refusedOf(device)).toBe(0)
  })

  test('hears what it keeps values for, and what it drops them for', async () => {
    const config = configOf({ ...(await aDevice(app, owner)), key: 'bm_wrong' })
    // 401: the metrics stay in its buffer. Its log holds the message of the answer.
    const refused = await write(config, [metricOf(config, MESSAGE)])
    expect([refused.status, await refused.json()]).toEqual([
      401,
      expect.objectContaining({ message: expect.any(String) }),
    ])
    const device = await aDevice(app, owner)
    const other = configOf(device)
    other.outputs.influxdb_v2[0].fieldinclude.push('linkquality')
    // 422: never sent again.
    expect((await write(other, [{ name: 'sensor1', fields: { linkquality: 120 } }])).status).toBe(422)
  })
})

describe('ESPHome', () => {
  /** YAML as ESPHome reads it: a lambda is C++. */
  const yamlOf = (name: AnyExample, device: TestDevice) =>
    parseYaml(textOf(name, device), { customTags: [{ tag: '!lambda', resolve: (text: string) => ({ lambda: text }) }] })
  /** Runs the statements of the example, `root["t"] = id(temperature).state;`; a sensor without a reading has NaN, which ArduinoJson writes as null. */
  const runLambda = (lambda: string, states: Record<string, number>): string => {
    const statements = lambda.trim().split('\n')
    const pairs = statements.map(line => {
      const [, name, id] = /^root\["(\w+)"\] = id\((\w+)\)\.state;$/.exec(line) ?? []
      return [name, Math.fround(states[id ?? ''] ?? Number.NaN)]
    })
    return JSON.stringify(Object.fromEntries(pairs))
  }

  test('knows every option of the examples', async () => {
    const device = await aDevice(app, owner)
    const http = yamlOf('esphome', device)
    // Keys of CONFIG_SCHEMA and of the action's schema (esphome/components/http_request/__init__.py).
    expect(http.http_request).toBeNull()
    // For a chip that cannot check certificates: validate_ssl_verification of the same file.
    const unchecked = parseYaml(textOf('esphome', device).replace('# verify_ssl', 'verify_ssl'))
    expect(unchecked.http_request).toEqual({ verify_ssl: false })
    expect(unchecked.interval).toHaveLength(1)
    const [{ interval, then }] = http.interval
    expect(interval).toBe('5min')
    expect(unknownIn(http, 'http_request interval')).toEqual([])
    expect(unknownIn(then[0], 'http_request.post')).toEqual([])
    const action = then[0]['http_request.post']
    expect(unknownIn(action, 'url request_headers json body on_response on_error capture_response')).toEqual([])
    for (const value of Object.values(action.request_headers)) expect(typeof value).toBe('string')
    const { mqtt } = yamlOf('esphome_mqtt', device)
    // CONFIG_SCHEMA of esphome/components/mqtt/__init__.py; a user name that is a number must be quoted to be text.
    expect(unknownIn(mqtt, 'broker port username password discovery topic_prefix log_topic')).toEqual([])
    expect([typeof mqtt.broker, typeof mqtt.port, typeof mqtt.username, typeof mqtt.password]).toEqual(
      'string number string string'.split(' '),
    )
    // mqtt_backend_esp32.cpp turns TLS on where there is a certificate, whatever the port.
    const secure = parseYaml(textOf('esphome_mqtt', device, { broker: brokerOf('mqtts://barn.example:8883') })).mqtt
    expect(secure).toMatchObject({ port: 8883, certificate_authority: expect.stringMatching(/^-{5}BEGIN CERTIFICATE/) })
    const [sensor] = yamlOf('esphome_sensor', device).sensor
    // CONFIG_SCHEMA of esphome/components/sht3xd/sensor.py.
    expect(unknownIn(sensor, 'platform temperature humidity address heater_enabled update_interval')).toEqual([])
    const ids = [sensor.temperature.id, sensor.humidity.id]
    expect([...action.json.lambda.matchAll(/id\((\w+)\)/g)].map(([, id]) => id)).toEqual(ids)
  })

  test('posts what the sensors of the example measure, and nothing before they have', async () => {
    const device = await aDevice(app, owner)
    const { url, request_headers, json } = yamlOf('esphome', device).interval[0].then[0]['http_request.post']
    const send = (states: Record<string, number>) =>
      post(
        url,
        { ...request_headers, 'user-agent': 'ESPHome/2025.10.0 (https://esphome.io)' },
        runLambda(json.lambda, states),
      )
    const answer = await send({ temperature: 21.4, humidity: 63.2 })
    // Anything from 200 to 299 is a success (http_request_idf.cpp).
    expect(answer.status).toBe(201)
    const values = await valuesOf(device)
    expect(values.t).toBeCloseTo(21.4, 5)
    expect(values.h).toBeCloseTo(63.2, 5)
    app.clock.forward(1000)
    expect((await send({ temperature: 20 })).status).toBe(201)
    expect((await send({})).status).toBe(422)
  })

  test('publishes over MQTT with nothing but the example', async () => {
    const device = await aDevice(app, owner)
    const { mqtt } = yamlOf('esphome_mqtt', device)
    const at = (topic: string) => `barn-node/${topic}`
    // Last will, birth message, log and discovery as mqtt_client.cpp sends them; the topic of a sensor has its name in it.
    const client = await anMqttClient(mqtt.port, null, {
      username: mqtt.username,
      password: mqtt.password,
      will: { topic: at('status'), payload: Buffer.from('offline'), retain: true, qos: 0 },
    })
    for (const [topic, payload] of [
      [at('status'), 'online'],
      [at('debug'), '[D][sht3xd:092]: Got temperature=21.40°C humidity=63.20%'],
      [at('sensor/temperature/state'), '21.4'],
      [at('sensor/humidity/state'), '63.2'],
      [at('sensor/temperature_2/state'), '7.5'],
      // The chip's own (components/internal_temperature), which is nothing that somebody has to mend.
      [at('sensor/internal_temperature/state'), '53.3'],
      [at('sensor/uptime/state'), '86400'],
    ] as const)
      await client.publishAsync(topic, payload, { qos: 1, retain: true })
    expect(await valuesOf(device)).toEqual({ t: 21.4, h: 63.2, t_1: 7.5 })
    expect(await refusedOf(device)).toBe(0)
    // A name that nobody knows, and a second quantity that has no place of its own.
    for (const name of ['north_side', 'humidity_2'])
      await client.publishAsync(at(`sensor/${name}/state`), '21.4', { qos: 1 })
    await refusedOf(device)
    const refusals = await app.call(api.listRefusals, { params: { id: device.id } }, owner.token)
    expect(refusals.map(({ code, field, last_value }) => [code, field, last_value]).sort()).toEqual([
      ['unknown_measurement', 'humidity_2', at('sensor/humidity_2/state')],
      ['unknown_measurement', 'north_side', at('sensor/north_side/state')],
    ])
    await client.endAsync()
  })
})

describe('Tasmota', () => {
  /** Commands of a Backlog: it parts them at each semicolon (support_command.ino). */
  const commandsOf = (line: string): [command: string, data: string][] => {
    const [, list = ''] = /^Backlog (.+)$/.exec(line) ?? []
    return list.split(';').map(part => {
      const [command = '', ...data] = part.trim().split(' ')
      return [command, data.join(' ')]
    })
  }
  /** Rules of a rule set, `ON <trigger> DO <command> ENDON` each (xdrv_10_rules.ino, RuleSetProcess). */
  const rulesOf = (set: string) =>
    [...set.matchAll(/ON (\S+) DO (.+?) ENDON/g)].map(([, trigger = '', command = '']) => ({ trigger, command }))

  /** Request of WebQuery (xdrv_01_9_webserver.ino): address, method, headers in brackets parted by `|`, and the body. */
  const webQuery = (data: string) => {
    const [url = '', method = '', ...rest] = data.split(' ')
    const [, headers = '', body = ''] = /^\[(.*?)\](.*)$/.exec(rest.join(' ')) ?? []
    expect(method).toBe('POST')
    const pairs = headers
      .split('|')
      .map(header => [header.slice(0, header.indexOf(':')), header.slice(header.indexOf(':') + 1)])
    return post(url, Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value.trim()])), body)
  }

  /** Report of the sensors: each rule whose trigger is in it runs, in its order; `%value%` is what stands there. */
  const report = async (set: string, sensors: Record<string, Record<string, number>>) => {
    const variables: Record<string, string> = {}
    const answers: Response[] = []
    for (const { trigger, command } of rulesOf(set)) {
      const [, sensor = '', field = ''] = /^Tele-(.+)#(.+)$/.exec(trigger) ?? []
      const value = sensors[sensor]?.[field]
      if (value === undefined) continue
      const filled = command
        .replaceAll('%value%', String(value))
        .replaceAll(/%(var\d+)%/g, (_, name) => variables[name] ?? '')
      const [name = '', ...data] = filled.split(' ')
      if (/^Var\d+$/.test(name)) variables[name.toLowerCase()] = data.join(' ')
      else if (name === 'WebQuery') answers.push(await webQuery(data.join(' ')))
      else throw new Error(`no command ${name}`)
    }
    return answers
  }

  test('takes the rule of the example, and sends both values in one message', async () => {
    const device = await aDevice(app, owner)
    const [rule, on] = commandsOf(textOf('tasmota', device))
    expect([rule?.[0], on]).toEqual(['Rule1', ['Rule1', '1']])
    // MAX_RULE_SIZE, before it is compressed.
    expect(rule?.[1].length).toBeLessThan(512)
    const answers = await report(rule?.[1] ?? '', { SHT3X: { Temperature: 21.4, Humidity: 63.2, DewPoint: 14.1 } })
    expect(answers.map(({ status }) => status)).toEqual([201])
    expect(await valuesOf(device)).toEqual({ t: 21.4, h: 63.2 })
    expect(await refusedOf(device)).toBe(0)
  })

  test('takes the settings of the example, and publishes with nothing more', async () => {
    const device = await aDevice(app, owner)
    const settings = Object.fromEntries(commandsOf(textOf('tasmota_mqtt', device)))
    expect(Object.keys(settings)).toEqual('MqttHost MqttPort MqttUser MqttPassword SetOption103 SetOption3'.split(' '))
    // A single character is a shortcut (support_command.ino, Shortcut): `1` is the default of the firmware.
    expect(settings.MqttUser?.length).toBeGreaterThan(1)
    const client = await anMqttClient(Number(settings.MqttPort), null, {
      username: settings.MqttUser ?? '',
      password: settings.MqttPassword ?? '',
      will: { topic: 'tele/tasmota_4F3A21/LWT', payload: Buffer.from('Offline'), retain: true, qos: 1 },
    })
    const said = {
      'tele/tasmota_4F3A21/LWT': 'Online',
      'tele/tasmota_4F3A21/INFO1': '{"Info1":{"Module":"Generic","Version":"14.2.0(tasmota)"}}',
      'tele/tasmota_4F3A21/STATE':
        '{"Time":"2026-01-01T08:00:00","Uptime":"0T00:05:10","Wifi":{"RSSI":80,"Signal":-60}}',
      'tele/tasmota_4F3A21/SENSOR':
        '{"Time":"2026-01-01T08:00:00","SHT3X":{"Temperature":21.4,"Humidity":63.2,"DewPoint":14.1},"TempUnit":"C"}',
    }
    for (const [topic, payload] of Object.entries(said)) await client.publishAsync(topic, payload, { qos: 0 })
    await expect.poll(() => valuesOf(device)).toEqual({ t: 21.4, h: 63.2 })
    expect(await refusedOf(device)).toBe(0)
    // A plug without a sensor: whoever set it up waits for values in vain.
    await client.publishAsync('tele/tasmota_4F3A21/SENSOR', '{"Time":"2026-01-01T08:05:00","ENERGY":{"Power":12}}')
    await expect.poll(() => refusedOf(device)).toBe(1)
    const [refusal] = await app.call(api.listRefusals, { params: { id: device.id } }, owner.token)
    expect(refusal).toMatchObject({ code: 'no_values', last_value: 'tele/tasmota_4F3A21/SENSOR' })
    await client.endAsync()
  })
})

describe('Zigbee2MQTT', () => {
  /** State of a sensor as Zigbee2MQTT publishes it: all that is known of it (guide/usage/mqtt_topics_and_messages). */
  const STATE = { battery: 97, humidity: 63.2, linkquality: 120, pressure: 1008.5, temperature: 21.4, voltage: 3005 }

  test('reaches the device through the bridge of the example, in a real Mosquitto', async () => {
    const device = await aDevice(app, owner)
    const preset = PRESETS.find(({ id }) => id === 'zigbee2mqtt')
    await app.call(
      api.setDeviceMapping,
      {
        params: { id: device.id },
        body: { mapping: preset?.mapping ?? null, preset: 'zigbee2mqtt', mapping_id: null },
      },
      owner.token,
    )
    const mosquitto = await startMosquitto(`allow_anonymous true\n${textOf('zigbee2mqtt_bridge', device)}`)
    try {
      const gateway = await anMqttClient(mosquitto.port, null)
      await expect
        .poll(async () => {
          await gateway.publishAsync('zigbee2mqtt/barn1', JSON.stringify(STATE), { qos: 0 })
          return valuesOf(device)
        })
        .toEqual({ t: 21.4, h: 63.2, p: 1008.5, battery: 97 })
      await gateway.publishAsync('zigbee2mqtt/bridge/state', '{"state":"online"}', { qos: 0 })
      await gateway.endAsync()
      expect(await refusedOf(device)).toBe(0)
    } finally {
      await mosquitto.stop()
    }
  })

  test('is heard by a Barnometer of one’s own with the setting of the example', () => {
    const [name = '', value = ''] = exampleOf('zigbee2mqtt_own', PLACEHOLDERS).split('=')
    expect(readEnvironment({ [name]: value })).toMatchObject({ MQTT_URL: value })
  })
})

describe('Home Assistant', () => {
  test('sends with the lines of the example, and leaves out what it does not have', async () => {
    const device = await aDevice(app, owner)
    const config = parseYaml(textOf('home_assistant', device))
    const command = config.rest_command.barnometer
    // COMMAND_SCHEMA of components/rest_command, and keys of automations since 2024.10.
    expect(unknownIn(command, 'url method content_type headers payload timeout verify_ssl username password')).toEqual(
      [],
    )
    const [automation] = config['automation barnometer']
    expect(automation).toEqual({
      triggers: [{ trigger: 'time_pattern', minutes: '/5' }],
      actions: [{ action: 'rest_command.barnometer' }],
    })
    const send = (state: string) =>
      post(
        command.url,
        { ...command.headers, 'content-type': command.content_type },
        command.payload.replace(/\{\{ states\("[\w.]+"\) \}\}/, state),
      )
    expect(command.method).toBe('post')
    expect((await send('21.4')).status).toBe(201)
    expect(await valuesOf(device)).toEqual({ t: 21.4 })
    for (const missing of ['unavailable', 'unknown']) expect((await send(missing)).status).toBe(422)
    expect(await valuesOf(device)).toEqual({ t: 21.4 })
  })

  // components/influxdb/__init__.py: it writes nothing first, with either version, and a value stands in the field `value`.
  test('writes by its InfluxDB integration once a mapping says what its value is', async () => {
    const device = await aDevice(app, owner)
    const write = (path: string, body: string, key = device.key) =>
      post(`${origin}${path}`, { authorization: `Token ${key}`, 'content-type': 'text/plain' }, body)
    for (const [path, nothing] of [
      ['/api/v2/write?org=any&bucket=any&precision=ns', ''],
      ['/write?db=home_assistant', '\n'],
      ['/write?db=home_assistant', '# a comment\n\n'],
    ] as const) {
      expect((await write(path, nothing)).status).toBe(204)
      expect((await write(path, nothing, 'bm_wrong')).status).toBe(401)
    }
    const row = { path: 'value', abbreviation: 't', unit: null, scale: 1, offset: 0, raw_min: null, raw_max: null }
    await app.call(
      api.setDeviceMapping,
      {
        params: { id: device.id },
        body: { mapping: { rows: [row], time_path: null }, preset: null, mapping_id: null },
      },
      owner.token,
    )
    const attributes = 'device_class_str="temperature",friendly_name_str="Barn, north",state_class_str="measurement"'
    const line = `°C,domain=sensor,entity_id=barn_temperature ${attributes},value=21.4`
    expect((await write('/api/v2/write?precision=ns', `${line} ${BigInt(app.clock.now()) * 1_000_000n}`)).status).toBe(
      204,
    )
    expect(await valuesOf(device)).toEqual({ t: 21.4 })
    expect(await refusedOf(device)).toBe(0)
  })

  test('is told of its sensors through the bridge of the manual, in a real Mosquitto', async () => {
    const device = await aDevice(app, owner)
    await app.call(api.sendMeasurements, { body: { t: 21.4 } }, device.key)
    const feed = await app.call(api.createFeed, { body: { name: 'Home', kind: 'home_assistant' } }, owner.token)
    const bridge = textOf('home_assistant_bridge', device).replace('bmf_…', feed.secret ?? '')
    expect(bridge).toContain(feed.secret)
    const mosquitto = await startMosquitto(`allow_anonymous true\n${bridge}`)
    try {
      const home = await anMqttClient(mosquitto.port, null)
      const heard = new Map<string, string>()
      home.on('message', (topic, payload) => heard.set(topic, payload.toString()))
      await home.subscribeAsync(['homeassistant/+/+/config', 'homeassistant/+/+/+/config', 'barnometer/#'])
      await expect
        .poll(() => JSON.parse(heard.get(`barnometer/homeassistant/${device.id}/state`) ?? '{}'))
        .toMatchObject({ t: 21.4 })
      expect([...heard.keys()]).toContain(`homeassistant/sensor/barnometer_${device.id}/t/config`)
      await home.endAsync()
    } finally {
      await mosquitto.stop()
    }
  })
})

describe('network servers of LoRaWAN', () => {
  /** Milesight EM300-TH: 21.5 °C, 60 %, battery 85 %. */
  const PAYLOAD = Buffer.from('0175550367d700046878', 'hex').toString('base64')
  const headersOf = (secret: string) => ({
    'content-type': 'application/json',
    [exampleOf('webhook_header', PLACEHOLDERS)]: exampleOf('webhook_secret', { ...PLACEHOLDERS, secret }),
  })
  const aLorawanDevice = async () => {
    const eui = anEui()
    const device = await aDevice(app, owner, { eui, confirmed: false })
    const { secret } = await app.call(api.createWebhookSecret, {}, owner.token)
    return { device, eui, headers: headersOf(secret) }
  }

  /** Messages in the form of the data formats of The Things Stack (docs/integrations/data-formats); empty fields are left out. */
  const ttnMessage = (eui: string, message: object) => ({
    end_device_ids: {
      device_id: 'eui-a84041ffff5a5a18',
      application_ids: { application_id: 'farm' },
      dev_eui: eui,
      join_eui: '24E124C0002A0001',
      dev_addr: '260B1234',
    },
    correlation_ids: ['gs:uplink:01J0000000000000000000000A'],
    received_at: app.clock.iso(),
    ...message,
  })
  const ttnUplink = () => ({
    uplink_message: {
      session_key_id: 'AZI1xQ0AAAAAAAAAAAAAAA==',
      f_port: 85,
      f_cnt: 17,
      frm_payload: PAYLOAD,
      decoded_payload: { battery: 85, humidity: 60, temperature: 21.5 },
      rx_metadata: [
        {
          gateway_ids: { gateway_id: 'yard', eui: '58A0CBFFFE800001' },
          time: app.clock.iso(),
          timestamp: 2463457000,
          rssi: -74,
          channel_rssi: -74,
          snr: 9.2,
          location: { latitude: 52.1, longitude: 5.2, source: 'SOURCE_REGISTRY' },
          uplink_token: 'CiIKIAoUZXVp',
          received_at: app.clock.iso(),
        },
      ],
      settings: {
        data_rate: { lora: { bandwidth: 125000, spreading_factor: 7, coding_rate: '4/5' } },
        frequency: '868300000',
        timestamp: 2463457000,
      },
      received_at: app.clock.iso(),
      consumed_airtime: '0.056576s',
      version_ids: { brand_id: 'milesight-iot', model_id: 'em300-th', band_id: 'EU_863_870' },
      network_ids: { net_id: '000013', ns_id: 'EC656E0000000181', tenant_id: 'ttn', cluster_id: 'eu1' },
    },
  })

  test('The Things Stack delivers to the address and header of the manual', async () => {
    const { device, eui, headers } = await aLorawanDevice()
    const send = (message: object, more = headers) =>
      post(
        exampleOf('ttn_url', { ...PLACEHOLDERS, origin }),
        { ...more, 'user-agent': 'ttn-lw-application-server/3.34.0' },
        JSON.stringify(ttnMessage(eui, message)),
      )
    const join = await send({ join_accept: { session_key_id: 'AZI1xQ0=', received_at: app.clock.iso() } })
    expect([join.status, await join.json()]).toEqual([200, expect.objectContaining({ event: 'join', device: 'known' })])
    // Delivered is what is answered 200 to 299 (pkg/applicationserver/io/web/sink/http.go).
    const up = await send(ttnUplink())
    expect([up.status, await up.json()]).toEqual([200, expect.objectContaining({ event: 'up', rejected: [] })])
    expect(await valuesOf(device)).toMatchObject({ t: 21.5, h: 60, battery: 85, rssi: -74, snr: 9.2 })
    for (const other of ['uplink_normalized', 'downlink_queued', 'location_solved', 'service_data'])
      expect((await send({ [other]: {} })).status).toBe(200)
    expect((await send(ttnUplink(), headersOf('bw_of-nobody'))).status).toBe(401)
  })

  /** Events of ChirpStack 4 (api/proto/integration/integration.proto, as JSON: names in camel case, bytes in base64). */
  const deviceInfo = (eui: string) => ({
    tenantId: '52f14cd4-c6f1-4fbd-8f87-4025e1d49242',
    tenantName: 'Farm',
    applicationId: '17c82e96-be03-4f38-aef3-f83d48582d97',
    applicationName: 'Barns',
    deviceProfileId: '14855bf7-d10d-4aee-b618-ebfcb64dc7ad',
    deviceProfileName: 'Milesight EM300-TH',
    deviceName: 'Barn 1',
    devEui: eui.toLowerCase(),
    deviceClassEnabled: 'CLASS_A',
    tags: {},
  })

  test('ChirpStack delivers each of its events to the address and header of the manual', async () => {
    const { device, eui, headers } = await aLorawanDevice()
    // It adds the event to the query, and names the type of the content itself (integration/http.rs).
    const send = async (event: string, fields: object) => {
      const url = `${exampleOf('chirpstack_url', { ...PLACEHOLDERS, origin })}?event=${event}`
      const answer = await post(
        url,
        headers,
        JSON.stringify({ deviceInfo: deviceInfo(eui), time: app.clock.iso(), ...fields }),
      )
      return [answer.status, await answer.json()]
    }
    const up = {
      deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
      devAddr: '00189440',
      adr: true,
      dr: 5,
      fCnt: 4,
      fPort: 85,
      confirmed: false,
      data: PAYLOAD,
      object: { temperature: 21.5, humidity: 60, battery: 85 },
      rxInfo: [
        {
          gatewayId: '0016c001f153a14c',
          uplinkId: 4217106255,
          gwTime: app.clock.iso(),
          rssi: -36,
          snr: 10.5,
          channel: 3,
          location: {},
          context: 'E3OWOQ==',
          crcStatus: 'CRC_OK',
        },
      ],
      txInfo: {
        frequency: 867100000,
        modulation: { lora: { bandwidth: 125000, spreadingFactor: 7, codeRate: 'CR_4_5' } },
      },
      regionConfigId: 'eu868',
    }
    expect(await send('join', { deduplicationId: up.deduplicationId, devAddr: up.devAddr })).toMatchObject([
      200,
      { event: 'join' },
    ])
    expect(await send('up', up)).toMatchObject([200, { event: 'up', device: 'known', rejected: [] }])
    expect(await valuesOf(device)).toMatchObject({ t: 21.5, h: 60, battery: 85, rssi: -36, snr: 10.5 })
    const status = { margin: 10, externalPowerSource: false, batteryLevelUnavailable: false, batteryLevel: 75.59 }
    expect(await send('status', status)).toMatchObject([200, { event: 'status' }])
    for (const event of ['ack', 'txack', 'log', 'location', 'integration'])
      expect(await send(event, {})).toMatchObject([200, { event: 'other' }])
  })
})
