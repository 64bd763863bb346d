/** Programs and firmware for which there is an example beside a new key, the one that needs nothing first. */
export const EXAMPLES = ['curl', 'telegraf', 'esphome', 'home_assistant', 'tasmota', 'node_red', 'arduino'] as const
export type ExampleName = (typeof EXAMPLES)[number]

/** Names of the programs, which are the same in all languages. */
export const EXAMPLE_LABELS: Record<ExampleName, string> = {
  curl: 'curl',
  telegraf: 'Telegraf',
  esphome: 'ESPHome',
  home_assistant: 'Home Assistant',
  tasmota: 'Tasmota',
  node_red: 'Node-RED',
  arduino: 'Arduino (ESP32)',
}

/** More texts to copy, which stand in manuals alone. */
const MORE = [
  'telegraf_mqtt',
  'esphome_sensor',
  'esphome_mqtt',
  'tasmota_mqtt',
  'zigbee2mqtt_bridge',
  'zigbee2mqtt_own',
  'home_assistant_bridge',
  'node_red_values',
  'ttn_url',
  'chirpstack_url',
  'webhook_header',
  'webhook_secret',
] as const
export const ALL_EXAMPLES = [...EXAMPLES, ...MORE] as const
export type AnyExample = (typeof ALL_EXAMPLES)[number]

/** Values that an example is filled in with. */
export interface ExampleValues {
  /** Address of this installation, without a slash at its end. */
  origin: string
  /** Key of the device. */
  key: string
  /** Id of the device: its name in topics and at the broker. A printed name may hold what no configuration takes. */
  device: string
  /** Secret with which a network server proves itself. */
  secret: string
  /** Built-in broker. */
  broker: { host: string; port: string; secure: boolean }
}

/** Values of somebody who has none yet; whoever reads sees what is to be put in. */
export const PLACEHOLDERS: ExampleValues = {
  origin: 'https://barnometer.example',
  key: 'bm_…',
  device: '7',
  secret: 'bw_…',
  broker: { host: 'barnometer.example', port: '1883', secure: false },
}

/** Broker of an address `mqtt://host:port`, as this installation tells it. */
export const brokerOf = (address: string): ExampleValues['broker'] => {
  const [, scheme, host, port] = /^(mqtts?):\/\/(.+?)(?::(\d+))?$/.exec(address) ?? []
  return { host: host ?? PLACEHOLDERS.broker.host, port: port ?? '1883', secure: scheme === 'mqtts' }
}

const WRITERS: Record<AnyExample, (values: ExampleValues) => string[]> = {
  curl: ({ key, origin }) => [
    `curl -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '{"t": 21.4}' \\`,
    `  ${origin}/api/measurements`,
  ],
  telegraf: ({ key, origin }) => [
    '[[outputs.influxdb_v2]]',
    `  urls = ["${origin}"]`,
    `  token = "${key}"`,
    '  organization = "any"',
    '  bucket = "any"',
    '  namepass = ["sensor1"]',
    '  fieldinclude = ["t", "h", "co2", "nh3"]',
    '',
    '[[processors.rename]]',
    // Other inputs, and outputs that write elsewhere, keep the names of their fields.
    '  namepass = ["sensor1"]',
    '  [[processors.rename.replace]]',
    '    field = "temperature"',
    '    dest = "t"',
    '  [[processors.rename.replace]]',
    '    field = "humidity"',
    '    dest = "h"',
  ],
  telegraf_mqtt: () => [
    '[[inputs.mqtt_consumer]]',
    '  name_override = "sensor1"',
    '  servers = ["tcp://127.0.0.1:1883"]',
    '  topics = ["zigbee2mqtt/barn1"]',
    '  data_format = "json"',
  ],
  esphome: ({ key, origin }) => [
    'http_request:',
    // Chips that cannot check certificates need this line; one that can must not go without the check.
    '  # verify_ssl: false',
    '',
    'interval:',
    '  - interval: 5min',
    '    then:',
    '      - http_request.post:',
    `          url: ${origin}/api/measurements`,
    '          request_headers:',
    `            Authorization: Bearer ${key}`,
    '            Content-Type: application/json',
    '          json: !lambda |-',
    '            root["t"] = id(temperature).state;',
    '            root["h"] = id(humidity).state;',
  ],
  esphome_sensor: () => [
    'sensor:',
    '  - platform: sht3xd',
    '    temperature:',
    '      id: temperature',
    '      name: Temperature',
    '    humidity:',
    '      id: humidity',
    '      name: Humidity',
    '    update_interval: 60s',
  ],
  esphome_mqtt: ({ key, device, broker }) => [
    'mqtt:',
    `  broker: ${broker.host}`,
    `  port: ${broker.port}`,
    `  username: "${device}"`,
    `  password: ${key}`,
    '  discovery: false',
    // ESPHome would send the key to an encrypted broker in the clear without a certificate. Left as it is, the connection fails.
    ...(broker.secure
      ? ['  certificate_authority: |', '    -----BEGIN CERTIFICATE-----', '    …', '    -----END CERTIFICATE-----']
      : []),
  ],
  home_assistant: ({ key, origin }) => [
    'rest_command:',
    '  barnometer:',
    `    url: ${origin}/api/measurements`,
    '    method: post',
    '    content_type: application/json',
    '    headers:',
    `      authorization: Bearer ${key}`,
    `    payload: '{"t": "{{ states("sensor.barn_temperature") }}"}'`,
    '',
    'automation barnometer:',
    '  - triggers:',
    '      - trigger: time_pattern',
    '        minutes: "/5"',
    '    actions:',
    '      - action: rest_command.barnometer',
  ],
  // The console takes one line. A variable keeps the first value until the second is there, so both go in one message.
  tasmota: ({ key, origin }) => [
    [
      'Backlog Rule1 ON Tele-SHT3X#Temperature DO Var1 %value% ENDON',
      `ON Tele-SHT3X#Humidity DO WebQuery ${origin}/api/measurements POST`,
      `[Content-Type: application/json|Authorization: Bearer ${key}] {"t": %var1%, "h": %value%} ENDON; Rule1 1`,
    ].join(' '),
  ],
  // A user name of one digit would be a word of Tasmota's own: 1 means the default of the firmware.
  tasmota_mqtt: ({ key, device, broker }) => [
    [
      `Backlog MqttHost ${broker.host}; MqttPort ${broker.port}; MqttUser device-${device}; MqttPassword ${key};`,
      `SetOption103 ${broker.secure ? 1 : 0}; SetOption3 1`,
    ].join(' '),
  ],
  // A part of Mosquitto's configuration; the remote broker is no Mosquitto, so it is told nothing of bridges.
  zigbee2mqtt_bridge: ({ key, device, broker }) => [
    `connection barnometer-${device}`,
    `address ${broker.host}:${broker.port}`,
    ...(broker.secure ? ['bridge_capath /etc/ssl/certs'] : []),
    `remote_username ${device}`,
    `remote_password ${key}`,
    'try_private false',
    'notifications false',
    `topic "" out 1 zigbee2mqtt/barn1 barnometer/${device}/up`,
  ],
  zigbee2mqtt_own: () => ['MQTT_URL=mqtt://user:password@broker:1883'],
  node_red: ({ key, origin }) => [
    'msg.method = "POST";',
    `msg.url = "${origin}/api/measurements";`,
    `msg.headers = { authorization: "Bearer ${key}" };`,
    'msg.payload = { t: msg.payload };',
    'return msg;',
  ],
  // The secret is that of a link, which is shown where it is made.
  home_assistant_bridge: ({ broker }) => [
    'connection barnometer',
    `address ${broker.host}:${broker.port}`,
    ...(broker.secure ? ['bridge_capath /etc/ssl/certs'] : []),
    'remote_username homeassistant',
    'remote_password bmf_…',
    'topic homeassistant/# in 1',
    'topic barnometer/homeassistant/# in 1',
  ],
  node_red_values: ({ origin, device, key }) => [
    `BARNOMETER_URL      ${origin}`,
    `BARNOMETER_DEVICE   ${device}`,
    'BARNOMETER_TOKEN    bmt_…',
    `BARNOMETER_KEY      ${key}`,
  ],
  arduino: ({ key, origin }) => [
    '#include <HTTPClient.h>',
    '',
    'bool send(float t) {',
    '  HTTPClient http;',
    `  http.begin("${origin}/api/measurements");`,
    '  http.addHeader("Authorization",',
    `    "Bearer ${key}");`,
    '  http.addHeader("Content-Type", "application/json");',
    '  char body[40];',
    '  snprintf(body, sizeof body, "{\\"t\\": %.2f}", t);',
    '  int status = http.POST(body);',
    '  http.end();',
    '  return status == 201;',
    '}',
  ],
  ttn_url: ({ origin }) => [`${origin}/api/lorawan/ttn`],
  chirpstack_url: ({ origin }) => [`${origin}/api/lorawan/chirpstack`],
  webhook_header: () => ['X-Webhook-Secret'],
  webhook_secret: ({ secret }) => [secret],
}

/** Text with which a program or firmware sends, or a part of its configuration, ready to be pasted. */
export const exampleOf = (name: AnyExample, values: ExampleValues): string => WRITERS[name](values).join('\n')

const MARK = '\u0001'
/** Tells whether an example has this value in it. */
export const needs = (name: AnyExample, value: 'key' | 'device' | 'secret' | 'broker'): boolean =>
  exampleOf(name, {
    ...PLACEHOLDERS,
    ...(value === 'broker' ? { broker: { host: MARK, port: '1', secure: false } } : { [value]: MARK }),
  }).includes(MARK)
