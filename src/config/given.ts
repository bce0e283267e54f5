import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'

export type Source = 'environment' | '.env'

/** Variables by name, and where they were written. */
export interface Layer {
  readonly source: Source
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** The text somebody gave a setting; undefined text where it was given as nothing, which means its default. */
export interface Given {
  readonly text: string | undefined
  readonly source: Source
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)

/** The `.env` file of a directory; without one, nothing. */
export function readEnvFile(directory: string, problems: string[]): Layer {
  const path = resolve(directory, '.env')
  try {
    return { source: '.env', variables: parseEnv(readFileSync(path, 'utf8')) }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') {
      problems.push(`${path} can not be read (${codeOf(error)}); make it a readable file or remove it`)
    }
    return { source: '.env', variables: {} }
  }
}

/** What the first layer that mentions a variable says; a secret may also be in the file that `NAME_FILE` names. */
export function findGiven(
  name: string,
  secret: boolean,
  layers: readonly Layer[],
  directory: string,
  problems: string[],
): Given | undefined {
  for (const { source, variables } of layers) {
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
      `${name}_FILE=${JSON.stringify(path)} can not be read (${codeOf(error)}); name a readable file that holds the value of ${name}`,
    )
  }
  return undefined
}
