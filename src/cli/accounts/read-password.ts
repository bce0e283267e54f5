import { createInterface } from 'node:readline'
import { type Readable, Writable } from 'node:stream'
import { CommandRefused, UsageError } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { readSecret } from '../line/read-option.ts'

export interface GivenPassword {
  password: string | undefined
  'password-stdin': boolean | undefined
}

/**
 * Returns a function that reads the password: from an option, from standard input, or from the terminal. Throws
 * UsageError if it is unclear which, before anything is done; the function may throw CommandRefused.
 */
export function passwordReader(given: GivenPassword, output: Output): () => Promise<string> {
  const { stdin, stderr } = output.surroundings
  const { password } = given
  if (password !== undefined) {
    if (given['password-stdin']) {
      throw new UsageError('give either --password PASSWORD or --password-stdin, not both')
    }
    return async () => password
  }
  if (given['password-stdin']) return () => readSecret(output)
  if (stdin.isTTY && stderr.isTTY) return () => askPassword(stdin, stderr)
  throw new UsageError(
    'there is no terminal to ask for the password: give --password PASSWORD or --password-stdin',
  )
}

/** Like `passwordReader`, but the function returns null with --no-password. Throws UsageError. */
export function optionalPasswordReader(
  given: GivenPassword & { 'no-password': boolean },
  output: Output,
): () => Promise<string | null> {
  if (!given['no-password']) return passwordReader(given, output)
  if (given.password !== undefined || given['password-stdin'])
    throw new UsageError('give either a password or --no-password, not both')
  return async () => null
}

/** Asks twice, without showing the input. Throws CommandRefused. */
export async function askPassword(terminal: Readable, prompts: Writable): Promise<string> {
  // This discards readline's echo.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: terminal, output: nowhere, terminal: true, historySize: 0 })
  // Reading starts at once: if the input is pasted, the second line arrives before it is asked for.
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
