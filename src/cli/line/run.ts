import { ConfigRefused } from '../../config/load.ts'
import { versionAndCommit } from '../../lib/process/version.ts'
import { printable, printableLines } from '../../lib/text/printable.ts'
import { CopyUnfinished } from '../../model/errors/copy-unfinished.ts'
import { DatabaseFromTheFuture } from '../../model/errors/database-from-the-future.ts'
import { DatabaseOfOldCheckout } from '../../model/errors/database-of-old-checkout.ts'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { SecretMismatch } from '../../model/errors/secret-mismatch.ts'
import { UnstorableText } from '../../model/errors/unstorable-text.ts'
import { helpTopic, type Request, readArguments } from './arguments.ts'
import { CommandRefused, UsageError, type Values } from './command.ts'
import { commands } from './commands.ts'
import { help } from './help.ts'
import { Output } from './output.ts'
import { refusalSentence, refusals } from './refusals.ts'
import type { Surroundings } from './surroundings.ts'

/** Returns the exit status: 0 success, 1 refused, 2 invalid command line. Only `serve` changes the process itself. */
export async function run(line: readonly string[], surroundings: Surroundings): Promise<number> {
  let request: Request | undefined
  try {
    request = readArguments(line, commands)
    const output = new Output(request.json, surroundings)
    if (request.kind === 'version') output.text(versionAndCommit())
    else if (request.kind === 'help') output.text(help(request.topic, commands))
    else await request.command.run(request.given, output)
    return 0
  } catch (error) {
    const given = request?.kind === 'run' ? request.given : {}
    for (const text of errorLines(error, line, given)) surroundings.stderr.write(`norn: ${text}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

const expected = [
  CommandRefused,
  DatabaseFromTheFuture,
  DatabaseOfOldCheckout,
  CopyUnfinished,
  UnstorableText,
]

/** Returns one line for each expected error; the stack for a bug. */
function errorLines(error: unknown, line: readonly string[], given: Values): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return expectedErrors(error, line, given)?.map(printable) ?? [printableLines(stack)]
}

function expectedErrors(
  error: unknown,
  line: readonly string[],
  given: Values,
): readonly string[] | undefined {
  if (error instanceof UsageError) {
    return [`${error.message}; see "${['norn help', helpTopic(line, commands)].join(' ').trim()}"`]
  }
  if (error instanceof ConfigRefused) return error.problems
  if (error instanceof SecretMismatch) return [error.message]
  if (error instanceof DatabaseUnavailable) return [`${refusals.database_unavailable} (${messages(error)})`]
  const sentence = error instanceof Refused ? refusalSentence(error, given) : undefined
  if (sentence !== undefined) return [sentence]
  const isExpected = expected.some((kind) => error instanceof kind)
  return error instanceof Error && isExpected ? [error.message] : undefined
}

const messages = ({ message, cause }: Error): string =>
  cause instanceof Error && cause.message !== message ? `${message}: ${cause.message}` : message
