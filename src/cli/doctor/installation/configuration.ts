import { existsSync } from 'node:fs'
import { ConfigRefused, type LoadedConfig, loadConfig } from '../../../config/load.ts'
import type { Output } from '../../line/output.ts'
import { type Finding, ok } from '../finding.ts'

/** Reads the settings; undefined if they are invalid. Problems and warnings contain their remedy. */
export function readConfiguration(output: Output): {
  loaded: LoadedConfig | undefined
  findings: readonly Finding[]
} {
  try {
    const loaded = loadConfig(output.surroundings.env, output.surroundings.cwd())
    const set = Object.values(loaded.settings).filter(({ source }) => source !== 'default').length
    const file = output.path('.env')
    const where = existsSync(file) ? `with ${file}` : `without a file ${file}`
    const findings = loaded.warnings.map((message): Finding => ({ state: 'warning', message, remedy: null }))
    return { loaded, findings: [ok(`${set} settings are set, ${where}`), ...findings] }
  } catch (error) {
    if (!(error instanceof ConfigRefused)) throw error
    const findings = error.problems.map((message): Finding => ({ state: 'wrong', message, remedy: null }))
    return { loaded: undefined, findings }
  }
}
