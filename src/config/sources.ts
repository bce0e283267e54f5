import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'

export type SourceName = 'environment' | '.env'

/** A place that settings are read from, with its variables by name. */
export interface Source {
  readonly name: SourceName
  /** The line numbers, from 1, of lines that are neither a variable nor a comment nor blank. */
  readonly strayLines?: readonly number[]
  /** Names of variables whose value was cut off at a #. */
  readonly cutOff?: readonly string[]
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** The text of a setting and its source. An undefined text means that it was set to nothing: its default applies. */
interface FoundText {
  readonly text: string | undefined
  readonly source: SourceName
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)

/** Reads the `.env` file of a directory. If there is no such file, there are no variables. */
export function readEnvFile(directory: string, problems: string[]): Source {
  const path = resolve(directory, '.env')
  try {
    // Windows editors write a byte order mark first, which would become part of the first name.
    const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
    const variables = parseEnv(text)
    return { name: '.env', variables, strayLines: strayLines(text), cutOff: cutOff(text, variables) }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') {
      problems.push(`${path} cannot be read (${codeOf(error)}); make it a readable file or remove it`)
    }
    return { name: '.env', variables: {} }
  }
}

/** Quoted text may contain line breaks. */
const variable = /^\s*([^\s=#][^=\n]*)=[^\S\n]*("[^"]*"|'[^']*'|`[^`]*`)?([^\n]*)$/gm

const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

function strayLines(text: string): number[] {
  const rest = withLineFeeds(text).replaceAll(variable, (found) => found.replaceAll(/[^\n]/g, ''))
  return rest.split('\n').flatMap((line, index) => (/^\s*(#|$)/.test(line) ? [] : [index + 1]))
}

/** Returns the variables with an unquoted value that ends at a #, which may have been meant as part of the value. */
function cutOff(text: string, variables: Source['variables']): string[] {
  const found = [...withLineFeeds(text).matchAll(variable)].flatMap(([, left = '', quoted, value = '']) => {
    const name = left.trim().replace(/^export\s+/, '')
    const isCut = quoted === undefined && value.includes('#') && variables[name] !== value.trim()
    return isCut ? [name] : []
  })
  return [...new Set(found)]
}

/** Returns the text from the first source that has it. A secret may also be in the file that `NAME_FILE` names. */
export function findText(
  name: string,
  secret: boolean,
  sources: readonly Source[],
  directory: string,
  problems: string[],
): FoundText | undefined {
  for (const { name: source, variables } of sources) {
    const text = variables[name]
    const path = secret ? variables[`${name}_FILE`] : undefined
    if (text && path) {
      problems.push(`${name} and ${name}_FILE are both set (${source}); keep one of them`)
      return { text: undefined, source }
    }
    if (path) return { text: readSecret(name, path, directory, problems), source }
    if (text !== undefined) return { text: text === '' ? undefined : text, source }
  }
  return undefined
}

function readSecret(name: string, path: string, directory: string, problems: string[]): string | undefined {
  try {
    const text = readFileSync(resolve(directory, path), 'utf8').replace(/\r?\n$/, '')
    if (text) return text
    problems.push(`${name}_FILE=${JSON.stringify(path)} is an empty file; write the value of ${name} into it`)
  } catch (error) {
    problems.push(
      `${name}_FILE=${JSON.stringify(path)} cannot be read (${codeOf(error)}); give a readable file that holds the value of ${name}`,
    )
  }
  return undefined
}
