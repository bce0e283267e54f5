// A process of its own: launchers that sign in by app passwords, 200 a second in all, from one network; or that ask for
// something else with their tokens, or ask another server. Each message is one wave, answered with how often each status
// came.
import { setTimeout as sleep } from 'node:timers/promises'
import { post } from './storm.ts'

export interface Launcher {
  username: string
  password: string
}

export interface Wave {
  baseUrl: string
  asks: 'authenticate' | 'refresh' | 'validate'
}

const perSecond = 200

const [launchersText = '[]', secondsText = '0'] = process.argv.slice(2)
const launchers = JSON.parse(launchersText) as Launcher[]
const total = perSecond * Number(secondsText)

/** The newest token of each launcher. */
const tokens: string[] = []

const clientToken = 'launcher'

async function ask({ baseUrl, asks }: Wave, at: number): Promise<number> {
  const body = asks === 'authenticate' ? launchers[at] : { accessToken: tokens[at] }
  const { status, text } = await post(baseUrl, `/auth/${asks}`, '192.0.2.1', { ...body, clientToken })
  if (asks !== 'validate' && status === 200) tokens[at] = JSON.parse(text).accessToken ?? tokens[at]
  return status
}

async function send(wave: Wave): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const sent: Promise<void>[] = []
  const began = performance.now()
  for (let count = 0; count < total; count++) {
    const early = (count * 1000) / perSecond - (performance.now() - began)
    if (early > 1) await sleep(early)
    const asked = ask(wave, count % launchers.length)
    sent.push(asked.then((status) => void (statuses[status] = (statuses[status] ?? 0) + 1)))
  }
  await Promise.all(sent)
  return { ...statuses, ms: performance.now() - began }
}

process.on('message', async (wave: Wave) => process.send?.(await send(wave)))
