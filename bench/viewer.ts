// The process that views pages.
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from './connection.ts'
import type { Answer } from './rows.ts'

export interface PageOf {
  path: string
  /** Empty for people who are not signed in. */
  cookie: string
}

export interface ViewOrder {
  port: number
  /** Viewed in turn. */
  pages: PageOf[]
  milliseconds: number
  connections: number
  /** The target rate of all connections together; without it, they go as fast as they can. */
  perSecond?: number
}

export interface Views {
  count: number
  seconds: number
  /** The size of the last page in bytes. */
  size: number
  /** In milliseconds, sorted. */
  latencies: Float64Array
  /** The first answer that was not 200. */
  wrong: string | undefined
}

async function look({ port, pages, milliseconds, connections, perSecond }: ViewOrder): Promise<Views> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)))
  const latencies: number[] = []
  let size = 0
  let wrong: string | undefined
  let turn = 0
  const start = performance.now()
  const end = start + milliseconds
  const one = async (connection: Connection): Promise<void> => {
    for (;;) {
      const count = turn++
      const due = perSecond === undefined ? 0 : start + (count / perSecond) * 1000
      const waitMs = due - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      const page = pages[count % pages.length]
      const asked = performance.now()
      if (asked >= end || wrong !== undefined || !page) return
      const { status, body } = await ask(connection, page)
      latencies.push(performance.now() - asked)
      size = body.length
      if (status !== 200) wrong = `${page.path}: ${status} ${body.slice(0, 200)}`
    }
  }
  await Promise.all(open.map(one))
  const seconds = (performance.now() - start) / 1000
  for (const connection of open) connection.close()
  const sorted = Float64Array.from(latencies).sort()
  return { count: latencies.length, seconds, size, latencies: sorted, wrong }
}

const ask = (connection: Connection, { path, cookie }: PageOf): Promise<Answer> =>
  new Promise((resolve) => {
    const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Language: en\r\n`
    connection.ask(`${head}${cookie && `Cookie: ${cookie}\r\n`}\r\n`, resolve)
  })

process.on('message', async (order: ViewOrder) => process.send?.(await look(order)))
