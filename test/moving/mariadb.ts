import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { freePort } from '../free-port.ts'

const program = '/usr/sbin/mariadbd'

/** The reason why a test with MariaDB cannot run here; false if it can. */
export const withoutMariaDb = !existsSync(program) && `there is no ${program} (Debian: mariadb-server)`

/**
 * A server of its own on 127.0.0.1 without passwords; `fill` creates a database from the statements and returns its
 * address.
 */
export async function startMariaDb() {
  const directory = await mkdtemp(join(tmpdir(), 'norn-mariadb-'))
  const data = join(directory, 'data')
  const isRoot = process.getuid?.() === 0
  const common = ['--no-defaults', `--datadir=${data}`, ...(isRoot ? ['--user=root'] : [])]
  execFileSync('mariadb-install-db', [
    ...common,
    '--skip-test-db',
    '--auth-root-authentication-method=normal',
  ])
  const port = await freePort()
  const server: ChildProcess = spawn(
    program,
    [
      ...common,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(directory, 'socket')}`,
      `--pid-file=${join(directory, 'pid')}`,
      '--innodb-flush-log-at-trx-commit=0',
    ],
    { stdio: 'ignore' },
  )
  const address = `mysql://root@127.0.0.1:${port}`
  await untilReady(address)
  return {
    async fill(name: string, statements: readonly string[]): Promise<string> {
      const connection = await createConnection({ uri: address, multipleStatements: true })
      await connection.query(`create database ${name} character set utf8mb4; use ${name}; start transaction`)
      await connection.query(statements.join(';\n'))
      await connection.query('commit')
      await connection.end()
      return `${address}/${name}`
    },
    async stop(): Promise<void> {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGKILL')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function untilReady(address: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      const connection = await createConnection(address)
      await connection.end()
      return
    } catch (error) {
      if (tries === 600) throw error
      await sleep(100)
    }
  }
}
