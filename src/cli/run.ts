import { ConfigRefused } from '../config/load.ts'
import { printable, printableLines } from '../lib/printable.ts'
import { version } from '../lib/version.ts'
import { DatabaseUnavailable } from '../model/database-unavailable.ts'
import { Refused } from '../model/refusal.ts'
import { SecretMismatch } from '../model/secret-mismatch.ts'
import { DatabaseFromTheFuture } from '../storage/migrate.ts'
import { CopyUnfinished } from '../storage/tools/copy.ts'
import { commandOf, readArguments } from './arguments.ts'
import { CommandRefused, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { help } from './help.ts'
import { Output } from './output.ts'
import { refusalSentence, refusals } from './refusals.ts'

/** Runs a command line and returns the exit status: 0 success, 1 refused, 2 invalid command line. */
export async function run(line: readonly string[]): Promise<number> {
  // The reader may close the pipe early, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1)
  })
  try {
    const request = readArguments(line, commands)
    const output = new Output(request.json, process.stdout, process.stderr)
    if (request.kind === 'version') output.text(version())
    else if (request.kind === 'help') output.text(help(request.topic, commands))
    else await request.command.run(request.given, output)
    return 0
  } catch (error) {
    const command = commandOf(line, commands)
    for (const text of errorLines(error, command?.name)) process.stderr.write(`norn: ${text}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

const expected = [CommandRefused, DatabaseFromTheFuture, CopyUnfinished]

/** One line for each expected error; the stack for a bug. */
function errorLines(error: unknown, command: string | undefined): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return expectedErrors(error, command)?.map(printable) ?? [printableLines(stack)]
}

function expectedErrors(error: unknown, command: string | undefined): readonly string[] | undefined {
  if (error instanceof UsageError) return [`${error.message}; see "norn help${command ? ` ${command}` : ''}"`]
  if (error instanceof ConfigRefused) return error.problems
  if (error instanceof SecretMismatch) return [error.message]
  if (error instanceof DatabaseUnavailable) return [`${refusals.database_unavailable} (${messages(error)})`]
  const sentence = error instanceof Refused ? refusalSentence(error.reason) : undefined
  if (sentence !== undefined) return [sentence]
  const isExpected = expected.some((kind) => error instanceof kind)
  return error instanceof Error && isExpected ? [error.message] : undefined
}

const messages = ({ message, cause }: Error): string =>
  cause instanceof Error && cause.message !== message ? `${message}: ${cause.message}` : message
