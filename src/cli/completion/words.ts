import type { Command } from '../line/command.ts'
import { builtIn, commonOptions } from '../line/help.ts'

/** A word that can be completed, and its meaning. */
export interface Word {
  word: string
  meaning: string
}

/** The values of an argument or option: one of these words, a file, or anything. */
export type ValueKind = readonly string[] | 'file' | 'any'

/** An option with its hyphens; without a value it is a flag. */
interface OptionWord extends Word {
  value: ValueKind | undefined
}

/** The commands as words to complete. */
export interface CompletionWords {
  first: readonly Word[]
  /** The second words, by the first. */
  second: ReadonlyMap<string, readonly Word[]>
  commands: readonly {
    name: string
    /** In order. */
    arguments: readonly (Word & { value: ValueKind })[]
    options: readonly OptionWord[]
  }[]
}

export function completionWords(commands: readonly Command[]): CompletionWords {
  const first = new Map<string, string>()
  const second = new Map<string, Word[]>()
  for (const { name, summary } of commands) {
    const [group = '', word] = name.split(' ')
    if (word === undefined) {
      first.set(group, summary)
      continue
    }
    const words = second.get(group) ?? []
    words.push({ word, meaning: summary })
    second.set(group, words)
    first.set(group, words.map((each) => each.word).join(', '))
  }
  for (const [written, meaning] of builtIn) first.set(written.split(' ', 1)[0] ?? '', meaning)
  const common = commonOptions.map(([word, meaning]) => ({ word, meaning, value: undefined }))
  return {
    first: Array.from(first, ([word, meaning]) => ({ word, meaning })),
    second,
    commands: commands.map((command) => ({
      name: command.name,
      arguments: Object.entries(command.arguments).map(([word, { meaning, choices }]) => ({
        word,
        meaning,
        value: valueKind(word.toUpperCase(), choices),
      })),
      options: [
        ...Object.entries(command.options).map(([name, { meaning, value, choices }]) => ({
          word: `--${name}`,
          meaning,
          value: value === undefined ? undefined : valueKind(value, choices),
        })),
        ...common,
      ],
    })),
  }
}

function valueKind(written: string, choices: readonly string[] | undefined): ValueKind {
  if (choices) return choices
  return written === 'FILE' ? 'file' : 'any'
}

/** Quotes a text so that no shell interprets it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
