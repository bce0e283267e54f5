// The kit's command line, in this process.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { runProgram } from '../../kit/src/program.ts'
import type { Surroundings } from '../../kit/src/surroundings.ts'
import { start2026 } from '../cheap.ts'

export interface Ran {
  status: number
  out: string
  error: string
}

type Clock = Pick<Surroundings, 'now' | 'sleep' | 'patience'>

const standing: Clock = { now: () => start2026, sleep: () => Promise.resolve() }

export const command = (...line: string[]): Promise<Ran> => commandAt(standing, ...line)

/** With the clock of a service. */
export async function commandAt(clock: Clock, ...line: string[]): Promise<Ran> {
  let [out, error] = ['', '']
  const status = await runProgram(line, {
    out: (text) => {
      out += text
    },
    error: (text) => {
      error += text
    },
    isTerminal: false,
    ...clock,
  })
  return { status, out, error }
}

/** A directory that is removed after the test. */
export async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'kit-test-'))
  t.after(() => rm(path, { recursive: true }))
  return path
}

/** Writes JSON, or a module as text, and returns its path. */
export async function file(t: TestContext, name: string, content: unknown): Promise<string> {
  const path = join(await folder(t), name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
