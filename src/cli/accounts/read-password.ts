import { createInterface } from 'node:readline'
import { type Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandRefused, UsageError } from '../line/command.ts'
import type { Output } from '../line/output.ts'

export interface GivenPassword {
  password: string | undefined
  'password-stdin': boolean | undefined
}

/**
 * How the password comes: as an option, from standard input, or from who sits at the terminal. Throws UsageError
 * where that is not clear, before anything is done; the answer reads the password and may throw CommandRefused.
 */
export function passwordReader(
  given: GivenPassword,
  { surroundings: { stdin, stderr } }: Output,
): () => Promise<string> {
  const { password } = given
  if (password !== undefined) {
    if (given['password-stdin']) {
      throw new UsageError('give either --password PASSWORD or --password-stdin, not both')
    }
    return async () => password
  }
  // `echo` and editors end a line with a line break, which is not part of the password.
  if (given['password-stdin']) return async () => (await text(stdin)).replace(/\r?\n$/, '')
  if (stdin.isTTY && stderr.isTTY) return () => askPassword(stdin, stderr)
  throw new UsageError(
    'there is no terminal to ask for the password: give --password PASSWORD or --password-stdin',
  )
}

/** The same where there may be none: null with --no-password. Throws UsageError as `passwordReader` does. */
export function optionalPasswordReader(
  given: GivenPassword & { 'no-password': boolean },
  output: Output,
): () => Promise<string | null> {
  if (!given['no-password']) return passwordReader(given, output)
  if (given.password !== undefined || given['password-stdin'])
    throw new UsageError('give either a password or --no-password, not both')
  return async () => null
}

/** Asks twice, without showing what is typed. Throws CommandRefused. */
export async function askPassword(terminal: Readable, prompts: Writable): Promise<string> {
  // What readline would echo goes here.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: terminal, output: nowhere, terminal: true, historySize: 0 })
  // Begun at once: of what is pasted, the second line comes before it is asked for.
  const typed = lines[Symbol.asyncIterator]()
  lines.on('SIGINT', () => lines.close())
  const ask = async (prompt: string): Promise<string> => {
    prompts.write(prompt)
    const { value, done } = await typed.next()
    prompts.write('\n')
    if (done) throw new CommandRefused('no password was given; nothing was changed')
    return value
  }
  try {
    const password = await ask('Password: ')
    if ((await ask('The same again: ')) === password) return password
    throw new CommandRefused('the two passwords differ; nothing was changed')
  } finally {
    lines.close()
  }
}
