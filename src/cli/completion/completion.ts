import type { Command } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { bashCompletion } from './bash.ts'
import { fishCompletion } from './fish.ts'
import { completionWords } from './words.ts'
import { zshCompletion } from './zsh.ts'

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

/** Prints the script that makes a shell complete these commands. */
export function completion(
  { shell }: { shell: keyof typeof scripts },
  commands: readonly Command[],
  output: Output,
): void {
  output.text(scripts[shell](completionWords(commands)))
}
