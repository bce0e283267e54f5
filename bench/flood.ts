// Visitors of a game server, from a process of their own: so many a second, whether or not they are answered.
import { Connection } from './connection.ts'
import { get } from './rows.ts'

export interface FloodOrder {
  port: number
  /** The path of the game server's root. */
  root: string
  perSecond: number
  milliseconds: number
}

export interface Flood {
  asked: number
  /** The number of visitors that got each status. Those that were still waiting at the end are not counted. */
  statuses: Record<number, number>
}

let visitors = 0

async function flood({ port, root, perSecond, milliseconds }: FloodOrder): Promise<Flood> {
  const idle: Connection[] = []
  const all: Connection[] = []
  const statuses: Record<number, number> = {}
  let asked = 0
  const began = performance.now()
  const visit = async (): Promise<void> => {
    const username = `Visitor_${++visitors % 10_000_000}`
    let line = idle.pop()
    if (!line) all.push((line = await Connection.open(port)))
    line.ask(get(`${root}/session/hasJoined?username=${username}&serverId=-${visitors}`), ({ status }) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status !== 0) idle.push(line)
    })
  }
  for (;;) {
    const tookMs = performance.now() - began
    if (tookMs >= milliseconds) break
    for (; asked < (tookMs / 1000) * perSecond; asked++) void visit()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  for (const line of all) line.close()
  return { asked, statuses }
}

process.on('message', async (order: FloodOrder) => process.send?.(await flood(order)))
