// The ways from Norn to PostgreSQL: none in between, HAProxy, which follows the primary, or PgBouncer in front of that.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { until } from '../test/until.ts'
import type { Machine } from './machines.ts'
import type { Cluster } from './patroni.ts'

export const ways = ['direct', 'haproxy', 'session', 'transaction'] as const
export type Way = (typeof ways)[number]

/** The programs that a way needs. */
export const programsOf = (way: Way): string[] =>
  way === 'direct' ? [] : way === 'haproxy' ? ['haproxy'] : ['haproxy', 'pgbouncer']

/** Returns the URL for Norn. */
export async function urlThrough(way: Way, cluster: Cluster): Promise<string> {
  if (way === 'direct') return `postgres://postgres@${cluster.hosts}/postgres`
  const machine = await cluster.machines.add('pooler')
  await startHaproxy(machine, cluster.members)
  if (way !== 'haproxy') await startPgbouncer(machine, way)
  const url = `postgres://postgres@${machine.address}:${way === 'haproxy' ? 5000 : 6432}/postgres`
  await until(`PostgreSQL answers through ${way}`, () => answers(url))
  return url
}

async function startHaproxy(machine: Machine, members: readonly Machine[]): Promise<void> {
  const file = join(machine.directory, 'haproxy.cfg')
  await writeFile(file, haproxy(machine.address, members), { mode: 0o644 })
  machine.start('haproxy', ['haproxy', '-db', '-f', file])
}

/** Patroni's API says who leads. Sessions with another one are ended. */
const haproxy = (address: string, members: readonly Machine[]): string => `
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind ${address}:5000
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${members.map((member) => `  server ${member.name} ${member.address}:5432 check port 8008`).join('\n')}
`

async function startPgbouncer(machine: Machine, mode: 'session' | 'transaction'): Promise<void> {
  const file = join(machine.directory, 'pgbouncer.ini')
  await writeFile(file, pgbouncer(machine.address, mode), { mode: 0o644 })
  machine.start('pgbouncer', ['pgbouncer', file])
}

/** By default it waits for 15 seconds before it tries a server again that could not be reached. */
const pgbouncer = (address: string, mode: string): string => `
[databases]
* = host=${address} port=5000 user=postgres
[pgbouncer]
listen_addr = ${address}
listen_port = 6432
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 60 : 10}
server_login_retry = 1
server_connect_timeout = 2
unix_socket_dir =
`

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
