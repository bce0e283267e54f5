import { type LoadedConfig, loadConfig } from '../../config/load.ts'
import type { Output } from './output.ts'

/** Loads the configuration and reports its warnings on stderr. Throws ConfigRefused. */
export function configFor(output: Output): LoadedConfig {
  const { surroundings } = output
  const loaded = loadConfig(surroundings.env, surroundings.cwd())
  for (const warning of loaded.warnings) output.note(`warning: ${warning}`)
  return loaded
}
