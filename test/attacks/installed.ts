// The program on a database of either kind, for attacks on what it stores.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Database } from '../../src/storage/engine/database.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { type Installation, install, type Serving } from '../cli/norn.ts'
import { databases } from '../databases.ts'

export interface Installed {
  /** Runs the program as in the installation, on this database. */
  run: Installation['run']
  /** Returns the one JSON value that a command prints. */
  json(...line: string[]): Promise<any>
  serve(variables?: Record<string, string>): Promise<Serving>
  /** The database itself, opened next to the program. */
  db(): Promise<Database>
  /** Creates Steve, whose password is `secret`. */
  steve(): Promise<{ id: string }>
}

/** Runs an attack on SQLite and on PostgreSQL. */
export function attackStored(
  title: string,
  attack: (installed: Installed, t: TestContext) => Promise<void>,
): void {
  for (const [kind, fresh] of Object.entries(databases)) {
    test(`${title} (${kind})`, async (t) => {
      const [norn, database] = [await install(), await fresh()]
      const own = { NORN_DATABASE_URL: database.url }
      const ends: (() => Promise<unknown>)[] = []
      const run: Installed['run'] = (line, given = {}) =>
        norn.run(line, { ...given, variables: { ...own, ...given.variables } })
      const json: Installed['json'] = async (...line) => {
        const { status, stdout, stderr } = await run([...line, '--json'])
        assert.equal(status, 0, stderr)
        return JSON.parse(stdout)
      }
      const create = ['account', 'create', '--username', 'Steve', '--email', 's@example.org', '--password']
      try {
        await attack(
          {
            run,
            json,
            serve: async (variables = {}) => {
              const serving = await norn.serve({ ...own, ...variables })
              ends.push(async () => {
                serving.kill('SIGKILL')
                await serving.ended
              })
              return serving
            },
            db: async () => {
              const db = await openDatabase(database.url)
              ends.unshift(() => db.close())
              return db
            },
            steve: () => json(...create, 'secret'),
          },
          t,
        )
      } finally {
        for (const end of ends) await end()
        await norn.remove()
        await database.drop()
      }
    })
  }
}

export const postJson = (url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Signs Steve in. */
export async function signIn({ baseUrl }: Serving, clientToken = 'x'): Promise<string> {
  const answer = await postJson(`${baseUrl}/auth/authenticate`, {
    username: 'Steve',
    password: 'secret',
    clientToken,
  })
  assert.equal(answer.status, 200)
  const { accessToken } = (await answer.json()) as { accessToken: string }
  return accessToken
}
