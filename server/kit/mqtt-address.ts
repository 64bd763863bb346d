import type { Services } from './services.ts'

/**
 * Address (`mqtt://host:port`) at which the built-in broker is reached from outside; null where there is none. Whoever answers may be
 * another process than the one that listens, and a proxy may stand in front: then only the administrator knows.
 */
export const mqttAddress = ({ environment, publicUrl }: Pick<Services, 'environment' | 'publicUrl'>): string | null => {
  const { MQTT_PUBLIC_URL, MQTT_LISTEN } = environment
  if (MQTT_PUBLIC_URL) {
    const { protocol, hostname, port } = new URL(MQTT_PUBLIC_URL)
    return `${protocol}//${hostname}:${port || (protocol === 'mqtts:' ? 8883 : 1883)}`
  }
  return MQTT_LISTEN ? `mqtt://${new URL(publicUrl()).hostname}:${MQTT_LISTEN.split(':').at(-1)}` : null
}
