// docs/operations.md: several instances on PostgreSQL, and a rolling update of them.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { startPostgres } from '../postgres.ts'
import { Friend } from './friends.ts'
import { Terminal } from './terminal.ts'

/** With `norn` installed. Players of one instance notice nothing while the other is replaced. */
export async function twoInstances(variables: NodeJS.ProcessEnv): Promise<void> {
  const postgres = await startPostgres()
  const start = async (port: number) => {
    const directory = `/srv/instance-${port}`
    mkdirSync(directory, { recursive: true })
    const instance = new Terminal(directory, {
      ...variables,
      NORN_DATABASE_URL: postgres.url,
      NORN_BASE_URL: 'https://accounts.example.org',
      NORN_PORT: String(port),
      NORN_METRICS_LISTEN: `127.0.0.1:${port + 1}`,
    })
    await instance.start('norn serve', 'listening: ')
    return { instance, friend: new Friend(`http://127.0.0.1:${port}`) }
  }
  try {
    const [first, second] = await Promise.all([start(8180), start(8280)])
    const create = 'norn account create --username Steve --email steve@example.org --password "correct horse"'
    const commands = new Terminal('/srv', { ...variables, NORN_DATABASE_URL: postgres.url })
    await commands.type(create)
    await commands.interrupt()
    await first.friend.signIn()
    await first.friend.join(second.friend)
    await second.friend.signIn()
    const longestMs = await second.friend.keepPlaying(async () => {
      const third = await start(8380)
      await first.instance.interrupt()
      await second.friend.join(third.friend)
      await third.instance.interrupt()
    })
    assert.ok(longestMs < 5000, `a player waited ${longestMs} ms`)
    await second.instance.interrupt()
  } finally {
    await postgres.stop()
  }
}
