// A process of its own: launchers that sign in by app passwords, 200 a second in all, from one network. Each message "go"
// is one wave, answered with how often each status came.
import { setTimeout as sleep } from 'node:timers/promises'
import { post } from './storm.ts'

export interface Launcher {
  username: string
  password: string
}

const perSecond = 200

const [baseUrl = '', launchersText = '[]', secondsText = '0'] = process.argv.slice(2)
const launchers = JSON.parse(launchersText) as Launcher[]
const total = perSecond * Number(secondsText)

async function wave(): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const sent: Promise<void>[] = []
  const began = performance.now()
  for (let count = 0; count < total; count++) {
    const early = (count * 1000) / perSecond - (performance.now() - began)
    if (early > 1) await sleep(early)
    const { username, password } = launchers[count % launchers.length] as Launcher
    const credentials = { username, password, clientToken: 'launcher' }
    const asked = post(baseUrl, '/auth/authenticate', '192.0.2.1', credentials)
    sent.push(asked.then(({ status }) => void (statuses[status] = (statuses[status] ?? 0) + 1)))
  }
  await Promise.all(sent)
  return { ...statuses, ms: performance.now() - began }
}

process.on('message', async () => process.send?.(await wave()))
